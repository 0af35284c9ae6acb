"""`flagfall demo` as people run it: its answer, its exit codes, its words, its end."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
from flagfall.cli import main

FLAGFALL = [sys.executable, "-m", "flagfall.cli"]


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def flagfall(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command in this process: exit code, standard output, standard error."""

    def run(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["flagfall", *arguments])
        monkeypatch.setenv("FLAGFALL_LANG", lang)
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def demo(flagfall: Run) -> Callable[..., dict[str, Any]]:
    """`flagfall demo --no-web --json` with its log in a folder: the answer."""

    def run(place: Path, *arguments: str) -> dict[str, Any]:
        log = str(place / "hall.db")
        code, out, err = flagfall("demo", "--no-web", "--json", "--log", log, *arguments)
        assert code == 0, err
        assert out.count("\n") == 1
        answer: dict[str, Any] = json.loads(out)
        return answer

    return run


Demo = Callable[..., dict[str, Any]]


@pytest.mark.micropython
def test_the_main_job_under_micropython(tmp_path: Path, demo: Demo) -> None:
    """design: `flagfall demo --tables 4 --no-web --json --seed 7`."""
    answer = demo(tmp_path, "--tables", "4", "--seed", "7")
    assert list(answer) == ["tables", "events", "events_lost", "log", "report"]
    fields = "table variant source moves result legal left_us right_us firmware"
    assert {" ".join(row) for row in answer["tables"]} == {fields}
    assert [row["table"] for row in answer["tables"]] == [1, 2, 3, 4]
    assert all(row["legal"] for row in answer["tables"])
    assert all(row["firmware"].startswith("micropython ") for row in answer["tables"])
    assert answer["events_lost"] == 0
    assert answer["events"] > sum(row["moves"] for row in answer["tables"])
    report = Path(answer["report"])
    assert json.loads((report / "results.json").read_text())["tables"] == answer["tables"]
    assert len(list(report.glob("table_*"))) == 4


def test_the_same_seed_gives_the_same_answer_but_for_its_paths(tmp_path: Path, demo: Demo) -> None:
    answers = []
    for name in ("a", "b"):
        answer = demo(tmp_path / name, "--tables", "2", "--seed", "3", "--firmware", "cpython")
        del answer["log"], answer["report"]
        answers.append(json.dumps(answer))
    assert answers[0] == answers[1]


def test_people_get_a_table_and_where_to_look(tmp_path: Path, flagfall: Run) -> None:
    log = tmp_path / "hall.db"
    base = ("--no-web", "--tables", "1", "--seed", "3", "--firmware", "inside", "--log", str(log))
    code, out, err = flagfall("demo", *base)
    assert code == 0, err
    assert "Result" in out
    assert str(log) in out
    assert "1 clock found." in err
    code, out, err = flagfall("demo", "--resume", str(log), "--no-web", lang="ru")
    assert code == 0, err
    assert "Итог" in out
    assert "потеряно: 0" in out


def test_the_language_may_be_said_after_the_command_too(tmp_path: Path, flagfall: Run) -> None:
    for arguments in (["--lang", "ru", "demo"], ["demo", "--lang", "ru"], ["demo", "--lang=ru"]):
        run = copy_context().run
        code, _out, err = run(flagfall, *arguments, "--resume", str(tmp_path / "x.db"))
        assert code == 2
        assert "Журнала" in err


def test_demonstrations_in_one_folder_share_nothing(tmp_path: Path, flagfall: Run) -> None:
    """Clocks that kept another game would tell of it."""
    base = ("demo", "--no-web", "--json", "--tables", "1", "--seed", "3", "--firmware", "cpython")
    answers = []
    for name in ("a.db", "b.db", "c"):
        code, out, err = flagfall(*base, "--log", str(tmp_path / name))
        assert code == 0, err
        answers.append(json.loads(out))
        assert Path(answers[-1].pop("log")) == tmp_path / name
    reports = {answer.pop("report") for answer in answers}
    assert answers[0] == answers[1] == answers[2]
    assert len(reports) == 3


def test_results_are_told_where_no_report_can_be_written(
    tmp_path: Path, demo: Demo, flagfall: Run
) -> None:
    answer = demo(tmp_path, "--tables", "1", "--seed", "3", "--firmware", "inside")
    shutil.rmtree(answer["report"])
    Path(answer["report"]).write_text("in the way")
    code, out, err = flagfall("demo", "--resume", answer["log"], "--json")
    assert code == 0
    assert json.loads(out) == answer | {"report": None}
    assert "can't be written" in err


def test_a_name_is_shown_as_it_is(
    tmp_path: Path, flagfall: Run, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Brackets in a name are no markup, and nothing in it steers the terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    answer = demo(tmp_path, "--tables", "1", "--seed", "3", "--firmware", "inside")
    with sqlite3.connect(answer["log"]) as raw:
        for side, name in (("left", "[/]Иванов [RUS]"), ("right", "\x1b[2JPetrov")):
            raw.execute(
                f"UPDATE decision SET data = json_set(data, '$.{side}.name', ?)"
                " WHERE kind = 'seat'",
                (name,),
            )
    raw.close()
    code, out, err = flagfall("demo", "--resume", answer["log"])
    assert code == 0, err
    assert "[/]Иванов [RUS]" in out
    assert "\x1b" not in out


def test_a_hall_is_shown_again_as_data(tmp_path: Path, demo: Demo, flagfall: Run) -> None:
    answer = demo(tmp_path, "--tables", "2", "--seed", "3", "--firmware", "inside")
    _code, out, _err = flagfall("demo", "--resume", answer["log"], "--json")
    assert json.loads(out) == answer


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--resume", "nowhere.db"], "log_missing"),
        (["--resume", __file__], "log_unreadable"),
        (["--no-web", "--log", __file__], "log_taken"),
        (["--no-web", "--log", __file__ + "/x/hall.db"], "log"),
    ],
)
def test_bad_input_is_a_sentence_a_way_out_and_exit_2(
    arguments: list[str], code: str, flagfall: Run
) -> None:
    exit_code, out, err = flagfall("demo", "--tables", "1", *arguments)
    assert (exit_code, out) == (2, "")
    assert f"[{code}]" in err
    exit_code, out, err = flagfall("demo", "--tables", "1", "--json", *arguments)
    assert exit_code == 2
    assert json.loads(out)["error"]["code"] == code
    assert json.loads(out)["error"]["hint"]


@pytest.mark.parametrize("arguments", [["--tables", "0"], ["--speed", "-1"], ["--nonsense"]])
def test_bad_usage_exits_2(arguments: list[str], flagfall: Run) -> None:
    assert flagfall("demo", *arguments)[0] == 2


def test_a_busy_port_is_said_before_any_game_begins(tmp_path: Path, flagfall: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        base = ("--tables", "1", "--firmware", "inside", "--log", str(tmp_path / "hall.db"))
        code, _out, err = flagfall("demo", *base, "--port", port)
    assert code == 2
    assert "[port_busy]" in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_ends_everything_and_says_where_the_log_is(
    tmp_path: Path, number: signal.Signals, flagfall: Run
) -> None:
    log = tmp_path / "hall.db"
    arguments = ["--no-web", "--tables", "2", "--speed", "1", "--log", str(log)]
    process = subprocess.Popen(
        [*FLAGFALL, "demo", *arguments, "--firmware", "cpython"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "FLAGFALL_LANG": "en"},
    )
    assert process.stderr is not None
    assert "2 clocks found" in process.stderr.readline()
    time.sleep(0.7)
    assert len(clocks_of(tmp_path)) == 2
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert (out, "Traceback" in err) == ("", False)
    assert f"--resume {log}" in err
    assert clocks_of(tmp_path) == []
    _code, out, _err = flagfall("demo", "--resume", str(log), "--json")
    assert [row["result"] for row in json.loads(out)["tables"]] == [None, None]


def test_pressing_ctrl_c_again_and_again_changes_nothing(tmp_path: Path) -> None:
    """What is being closed is closed undisturbed, and said once."""
    arguments = ["--no-web", "--tables", "2", "--speed", "1", "--log", str(tmp_path / "hall.db")]
    process = subprocess.Popen(
        [*FLAGFALL, "demo", *arguments, "--firmware", "cpython"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "FLAGFALL_LANG": "en"},
    )
    assert process.stderr is not None
    process.stderr.readline()
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.03)
    _out, err = process.communicate()
    assert process.returncode == 130, err
    assert err.startswith("Interrupted.")
    assert len(err.splitlines()) == 2
    assert clocks_of(tmp_path) == []


def test_clocks_end_with_a_demo_that_is_killed(tmp_path: Path) -> None:
    """No process is left behind, whatever happens."""
    arguments = ["--no-web", "--tables", "2", "--speed", "1", "--log", str(tmp_path / "hall.db")]
    process = subprocess.Popen([*FLAGFALL, "demo", *arguments], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    process.stderr.readline()
    assert len(clocks_of(tmp_path)) == 2
    process.kill()
    process.communicate()
    for _ in range(50):
        if not clocks_of(tmp_path):
            return
        time.sleep(0.1)
    raise AssertionError(clocks_of(tmp_path))


def clocks_of(place: Path) -> list[int]:
    """Processes that run the firmware with their flash under this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if "flagfall_device" in command and str(place) in command:
                found.append(int(entry.name))
    return found
