"""Settings by flag, by environment, by file: the first of these wins, and nonsense is named."""

from pathlib import Path
from typing import Any

import pytest

from stramash.server.config import Config, ConfigError, default_data, load_config


def test_flags_win_over_the_environment_which_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "stramash.toml"
    file.write_text('port = 1\nhost = "a"\nbot_delay = 2\norigins = ["https://a"]\nbehind_proxy = true\n')
    environment = {"STRAMASH_PORT": "2", "STRAMASH_HOST": "b", "STRAMASH_WARM_UP": "off", "PORT": "9"}
    config = load_config({"port": 3, "data": None}, environment, file)
    assert (config.port, config.host, config.bot_delay, config.warm_up) == (3, "b", 2.0, False)
    assert (config.origins, config.behind_proxy, config.data) == (("https://a",), True, "")
    named = load_config({}, {"STRAMASH_CONFIG": str(file), "STRAMASH_ORIGINS": "https://b, https://c"})
    assert (named.port, named.origins) == (1, ("https://b", "https://c"))
    assert load_config({}, {}) == Config()


@pytest.mark.parametrize(
    ("file", "environment", "flags", "sentence"),
    [
        ("prot = 1", {}, {}, "no such setting 'prot'"),
        ("port = [", {}, {}, "cannot read"),
        ("", {"STRAMASH_PORT": "many"}, {}, "port = 'many' makes no sense"),
        ("", {"STRAMASH_WARM_UP": "perhaps"}, {}, "warm_up"),
        ("", {}, {"port": 70000}, "port must be from 0 to 65535"),
        ("", {}, {"database": "mysql://x"}, "postgresql://"),
        ("", {}, {"log_level": "loud"}, "log_level"),
    ],
)
def test_nonsense_is_named(
    tmp_path: Path, file: str, environment: dict[str, str], flags: dict[str, Any], sentence: str
) -> None:
    path = tmp_path / "stramash.toml"
    path.write_text(file)
    with pytest.raises(ConfigError, match=sentence):
        load_config(flags, environment, path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read"):
        load_config({}, {}, tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("platform", "variable", "part"),
    [("linux", "XDG_DATA_HOME", "data"), ("win32", "LOCALAPPDATA", "data"), ("darwin", "", "Library")],
)
def test_the_database_is_where_the_system_keeps_data(
    monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, part: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    if variable:
        monkeypatch.setenv(variable, "/data")
    assert part in default_data().parts
    assert Config().data_folder == default_data()
    assert Config(data="~/x").data_folder == Path.home() / "x"
