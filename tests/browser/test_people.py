"""Friends at one table, somebody watching, other devices, lost connections, a server that restarts."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.conftest import Server
from tests.browser.deals import THEY_LEAD
from tests.browser.table import Table

ONE_ROUND = {"rounds": "1", "goal": "0"}


def test_friends_sit_down_by_link_and_somebody_watches(visitor: Callable[..., Page]) -> None:
    host = visitor()
    host.goto("/")
    host.get_by_placeholder("Your name").fill("Ailsa")
    host.get_by_role("button", name="With friends: a table of Haggis", exact=True).click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_text("Rules of the house").click()
    rounds = dialog.locator(".option", has_text="Number of deals").first.locator("input")
    rounds.fill("1")
    rounds.blur()
    dialog.get_by_role("button", name="Open the table").click()
    host.wait_for_selector(".invite")
    assert host.get_by_role("img", name="QR code").count() == 1
    expect(host.get_by_role("button", name="Start the match")).to_be_disabled()
    links = host.locator(".link input")
    invite, watch = links.nth(0).input_value(), links.nth(1).input_value()

    guest = visitor()
    guest.goto(invite)
    guest.locator("input[type=text]").fill("Morag")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Morag")).to_be_visible()
    watcher = visitor()
    watcher.goto(watch)
    host.get_by_role("button", name="Start the match").click()

    first, second = Table(host), Table(guest)
    expect(host.locator(".held")).to_have_count(17)
    expect(guest.locator(".held")).to_have_count(17)
    expect(watcher.locator("p.watching")).to_be_visible()
    assert watcher.locator(".held").count() == 0
    assert "#" not in guest.url
    for _ in range(200):
        if min(len(person.decisions) for person in (first, second)) >= 3:
            break
        for person in (first, second):
            if person.is_ready():
                person.act()
        host.wait_for_timeout(20)
    first.hurry()
    second.hurry_to_the_end()
    expect(host.locator(".summary .winner")).to_be_visible()
    expect(watcher.get_by_text("The match is over")).to_be_visible()
    # Each sees the other by name, and oneself as "You".
    expect(host.locator(".bars")).to_contain_text("Morag")
    expect(guest.locator(".bars")).to_contain_text("Ailsa")


def hand_of(page: Page) -> list[str | None]:
    page.wait_for_selector(".held")
    return [card.get_attribute("data-code") for card in page.locator(".held").all()]


def middle_of_a_trick(open_table: Callable[..., Table]) -> Table:
    """A table at which there is something to beat."""
    table: Table = open_table("haggis", 2, ONE_ROUND, deal=THEY_LEAD)
    table.wait_for_turn()
    expect(table.page.locator("button.pass")).to_be_enabled()
    return table


def log_of(page: Page) -> list[str]:
    return page.locator(".box li").all_inner_texts()


def test_a_reload_in_mid_trick_loses_nothing(open_table: Callable[..., Table]) -> None:
    table = middle_of_a_trick(open_table)
    hand, log = hand_of(table.page), log_of(table.page)
    table.page.reload()
    table.page.wait_for_selector(".held")
    expect(table.page.locator(".box li")).to_have_count(len(log))
    assert hand_of(table.page) == hand
    assert log_of(table.page) == log
    table.hurry_to_the_end()


def test_a_second_device_shows_the_same_seat(
    open_table: Callable[..., Table], visitor: Callable[..., Page]
) -> None:
    table = middle_of_a_trick(open_table)
    phone = Table(visitor(width=390, height=844))
    phone.page.goto(f"/t/{table.id}#seat={table.made['secret']}")
    assert hand_of(phone.page) == hand_of(table.page)
    assert phone.wait_for_turn()
    before = len(hand_of(table.page)), len(log_of(table.page))
    phone.page.get_by_role("button", name="More").click()
    phone.page.get_by_role("button", name="Close").click()
    phone.act()
    table.page.wait_for_function(f"document.querySelectorAll('.box li').length > {before[1]}")
    assert len(hand_of(table.page)) <= before[0]


def test_a_link_that_was_seen_is_exchanged(
    open_table: Callable[..., Table], visitor: Callable[..., Page]
) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    table.wait_for_turn()
    table.page.get_by_role("tab", name="Table", exact=True).click()
    seen = table.page.locator(".link input").last.input_value()
    thief = visitor()
    thief.goto(seen)
    expect(thief.locator(".held").first).to_be_visible()
    hand = hand_of(table.page)
    table.page.get_by_role("button", name="Make it a new one").click()
    expect(thief.locator(".held")).to_have_count(0)
    table.wait_for_turn()
    assert hand_of(table.page) == hand
    table.page.get_by_role("tab", name="Table", exact=True).click()
    assert table.page.locator(".link input").last.input_value() != seen
    table.page.reload()
    table.wait_for_turn()
    assert hand_of(table.page) == hand


def test_a_restart_of_the_server_in_mid_trick_loses_nothing(
    open_table: Callable[..., Table], server: Server
) -> None:
    table = middle_of_a_trick(open_table)
    hand, log = hand_of(table.page), log_of(table.page)
    server.stop()
    expect(table.page.get_by_role("status").filter(has_text="Coming back")).to_be_visible()
    server.start()
    expect(table.page.locator(".notice")).to_have_count(0, timeout=20_000)
    assert hand_of(table.page) == hand
    assert log_of(table.page) == log
    table.hurry_to_the_end()


def test_a_move_made_while_the_connection_is_gone_is_sent_once(
    open_table: Callable[..., Table], server: Server
) -> None:
    table = middle_of_a_trick(open_table)
    before, passes = len(hand_of(table.page)), log_of(table.page).count("You pass")
    server.stop()
    expect(table.page.get_by_role("status").filter(has_text="Coming back")).to_be_visible()
    table.page.locator("button.pass").click()
    server.start()
    expect(table.page.locator(".notice")).to_have_count(0, timeout=20_000)
    assert log_of(table.page).count("You pass") == passes + 1
    assert len(hand_of(table.page)) == before


def test_a_public_table_is_listed_and_anybody_may_sit_down(visitor: Callable[..., Page]) -> None:
    host = visitor()
    host.goto("/")
    host.get_by_placeholder("Your name").fill("Catriona")
    host.locator("[data-game=neeps] .pick").click()
    host.get_by_role("button", name="With friends: a table of Haggis & Neeps").click()
    dialog = host.get_by_role("dialog")
    dialog.get_by_text("At the table").click()
    dialog.get_by_label("Listed for everybody").check()
    dialog.get_by_role("button", name="Open the table").click()
    host.wait_for_selector(".invite")

    guest = visitor()
    guest.goto("/")
    guest.locator("li", has_text="Catriona").get_by_role("link", name="Sit down").click()
    guest.locator("input[type=text]").fill("Hamish")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Hamish")).to_be_visible()
    # The host fills the rest with bots and starts.
    for _ in range(2):
        free = host.get_by_role("button", name="Put a bot here")
        left = free.count()
        free.first.click()
        expect(free).to_have_count(left - 1)
    host.get_by_role("button", name="Start the match").click()
    expect(guest.locator(".held")).to_have_count(21)


def test_a_card_to_pass_is_taken_back_until_all_have_chosen(visitor: Callable[..., Page]) -> None:
    host, guest = Table(visitor()), visitor()
    host.create("neeps", 4, ONE_ROUND, people=2)
    guest.goto(f"/t/{host.id}#join={host.made['invite']}")
    guest.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the match").click()
    for table in (host, Table(guest)):
        table.page.wait_for_selector(".held")
        table.wait_for_turn()
    host.act()
    expect(host.page.locator(".say")).to_contain_text("Waiting for the others")
    expect(host.page.locator(".slot .in")).to_have_count(1)
    back = host.page.get_by_role("button", name="Take it back")
    back.click()
    expect(back).to_have_count(0)
    expect(host.page.locator(".slot .in")).to_have_count(0)
    # The other hears that, and not which card it was.
    expect(guest.get_by_role("log")).to_contain_text("Ailsa chooses again")
    host.wait_for_turn()
    host.act()
    Table(guest).act()
    expect(host.page.locator(".say")).to_contain_text("(2 of 2)")
    expect(back).to_have_count(0)


def test_a_host_removes_somebody_before_the_match(visitor: Callable[..., Page]) -> None:
    host, guest = Table(visitor()), visitor()
    host.create("haggis", 2, ONE_ROUND, people=2)
    old = f"/t/{host.id}#join={host.made['invite']}"
    guest.goto(old)
    guest.locator("input[type=text]").fill("Morag")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.page.get_by_text("Morag")).to_be_visible()
    host.page.get_by_role("button", name="Remove").click()
    expect(host.page.get_by_text("free seat", exact=True)).to_be_visible()
    new = host.page.locator(".link input").first.input_value()
    assert host.made["invite"] not in new
    other = visitor()
    other.goto(new)
    other.locator("input[type=text]").fill("Isla")
    other.get_by_role("button", name="Sit down").click()
    expect(host.page.get_by_text("Isla")).to_be_visible()


def test_in_a_match_the_others_are_asked(visitor: Callable[..., Page]) -> None:
    host, guest = Table(visitor()), visitor()
    host.create("haggis", 2, ONE_ROUND, people=2)
    guest.goto(f"/t/{host.id}#join={host.made['invite']}")
    shalom = "\u05e9\u05dc\u05d5\u05dd"
    guest.locator("input[type=text]").fill(shalom)
    guest.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the match").click()
    for page in (host.page, guest):
        page.wait_for_selector(".held")
    host.page.get_by_role("tab", name="Table").click()
    for is_agreed in (False, True):
        host.page.get_by_role("button", name="Let a bot play").click()
        expect(host.page.locator(".proposal")).to_contain_text(f"Waiting for \u2068{shalom}\u2069 to agree")
        guest.get_by_role("button", name="Agree" if is_agreed else "Do not agree", exact=True).click()
        expect(host.page.locator(".proposal")).to_have_count(0)
        expect(host.page.get_by_role("button", name="Play on yourself")).to_have_count(int(is_agreed))


def test_who_is_away_is_asked_and_the_page_says_until_when(visitor: Callable[..., Page]) -> None:
    host, guest = Table(visitor()), visitor()
    host.create("haggis", 2, ONE_ROUND, people=2)
    guest.goto(f"/t/{host.id}#join={host.made['invite']}")
    guest.locator("input[type=text]").fill("Morag")
    guest.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the match").click()
    for page in (host.page, guest):
        page.wait_for_selector(".held")
    host.page.get_by_role("tab", name="Table").click()
    guest.goto("/")
    expect(host.page.locator(".ruled")).to_contain_text("away; has a say until")
    host.page.get_by_role("button", name="Remove").first.click()
    host.page.locator("button.main", has_text="Remove").click()
    proposal = host.page.locator(".proposal")
    expect(proposal).to_contain_text("Waiting for Morag to agree")
    expect(proposal).to_contain_text("Morag is away: the table waits for an answer until")
    proposal.get_by_role("button", name="Later").click()
    expect(proposal).to_have_count(0)
    host.page.get_by_role("button", name="A proposal is open").click()
    expect(proposal).to_have_count(1)
    watch = host.page.locator(".link input").first.input_value()
    # Back again she is asked, and agrees to go: the links are others then, on the host's page too.
    guest.goto(f"/t/{host.id}")
    guest.get_by_role("button", name="Agree", exact=True).click()
    expect(host.page.locator(".ruled")).not_to_contain_text("has a say")
    expect(proposal).to_have_count(0)
    expect(host.page.locator(".link input").first).not_to_have_value(watch)
