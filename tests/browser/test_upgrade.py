"""The page follows its server to a newer version, again and again, and does not turn in a circle."""

from collections.abc import Callable

from playwright.sync_api import Page

# What Vite says when a part of the page is not there any more; whether somebody does something about it.
MISSING = """() => {
  window.isOld = true;
  return !dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
}"""
SOON = f"() => void setTimeout({MISSING})"  # the page that is asked may be gone before it could answer
IS_NEW = "() => !window.isOld && document.querySelector('#app')?.childElementCount > 0"
NEWER = "() => sessionStorage.setItem('stramash.left', JSON.stringify(['an older build', 'another one']))"


def test_a_second_newer_version_in_one_tab_is_loaded_too(visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/")
    page.wait_for_function(IS_NEW)
    for _ in range(2):
        with page.expect_navigation():
            page.evaluate(SOON)
        page.wait_for_function(IS_NEW)
        left = page.evaluate("() => JSON.parse(sessionStorage.getItem('stramash.left'))")
        assert left[-1].startswith(page.evaluate("() => location.origin") + "/assets/")
        assert not page.evaluate(MISSING)  # the same build came again: it is not left once more
        page.evaluate(NEWER)  # as if what runs now were newer than those that were left
    assert page.evaluate("() => window.isOld")
