"""The command line on what is kept of a match: `verify`, `show`, `simulate --record`; their words, exit codes, bad
input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from eden_core.cli import main
from eden_core.cli.signing import HOW_TO_INSTALL
from eden_core.cli.wording import TEXTS, Teller
from eden_core.engine.cbor import decode, encode
from eden_core.engine.messages import Event, Open
from eden_core.record.record import deflated
from eden_core.record.record import write as write_record
from eden_core.sync.chain import stored
from eden_core.sync.links import link_of
from eden_core.sync.wire import Batch, Resigned, Signed, message_of
from tests.playing import drawn_game
from tests.sync.matches import Game, short, whole
from tests.sync.test_verifying import proof_of
from tests.web import codes

Capture = pytest.CaptureFixture[str]


def written(folder: Path, data: bytes | str, name: str = "match.eden") -> str:
    file = folder / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(file)


# --- verify ---


def test_a_match_is_verified_in_every_form(tmp_path: Path, capsys: Capture) -> None:
    """The link, an address that ends in it, a file with either, the bytes, the bytes deflated: all are the same
    match.
    """
    game = short()
    data, link = game.stored(), game.link()
    length = len(data).to_bytes(4, "big")
    for argument in (
        link,
        f"https://games.example/eden/#{link}",
        f"#{link}",
        written(tmp_path, link, "a"),
        written(tmp_path, f"\ufeffhttps://games.example/#{link}\r\n", "b"),
        written(tmp_path, data, "c"),
        written(tmp_path, deflated(data), "d"),
        written(tmp_path, deflated(length + data), "e"),
    ):
        assert main(["verify", argument]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].endswith(": holds") and lines[1] == "  holds: signatures, chain, rules, dice, secrets"
        assert lines[2] == (
            f"  Jokers against Bamaka: {('Jokers', 'Bamaka')[game.ledger.winner - 1]} won by resignation, 0 to 0 "
            f"in round 0; {game.ledger.seq} entries"
        )


def test_the_worst_of_several_decides(tmp_path: Path, capsys: Capture) -> None:
    good, bad, missing = (
        written(tmp_path, short().link(), "good"),
        written(tmp_path, "nonsense", "bad"),
        str(tmp_path / "none"),
    )
    assert main(["verify", good, bad]) == 1
    assert main(["verify", good, missing, bad, good]) == 2
    said = capsys.readouterr()
    assert (
        "none: no file and no link" in said.err
        and said.out.count(": holds") == 3
        and "bad: link: not a link" in said.out
    )


def test_an_unfinished_match_says_what_holds(capsys: Capture) -> None:
    game = Game(1)
    for _ in range(9):
        game.step()
    assert main(["verify", game.link()]) == 1
    out = capsys.readouterr().out
    assert f": holds so far: entry {game.ledger.seq}: secrets not open (player 1)" in out
    assert "holds: signatures, chain, rules, dice; not known: secrets" in out and "not over, 0 to 0" in out


def test_a_fault_names_entry_reason_and_rule(capsys: Capture) -> None:
    game = Game(1)
    game.until("open", 1)
    true = game.vault(1).open(game.match)
    game.write(Open(int(true.value) + 1, true.nonce))
    at = game.ledger.seq
    game.play()
    assert main(["verify", game.link()]) == 1
    out = capsys.readouterr().out
    assert f": entry {at}: opening does not match (player 1) [GEN-6]" in out
    assert "does not hold: secrets" in out and "Bamaka won by a secret that was proved false" in out


def test_a_forged_signature_fails(capsys: Capture) -> None:
    game = short()
    signatures = game.signatures()
    forged = {**signatures, 2: signatures[2]._replace(bytes=game.keys[1].sign(b"x"))}
    assert main(["verify", link_of("m", stored.write(game.ledger, {}, forged))]) == 1
    out = capsys.readouterr().out
    assert f"entry {signatures[2].seq}: signature does not hold" in out
    assert "holds: chain, rules, dice, secrets; does not hold: signatures" in out


def test_a_proof_is_verified_and_shown(capsys: Capture) -> None:
    game = Game(1)
    game.until("bid", 1)
    link = link_of("f", proof_of(game))
    assert main(["verify", link]) == 0
    assert f"proved: player 1 (Jokers) signed two histories after entry {game.ledger.seq}" in capsys.readouterr().out
    assert main(["show", link]) == 0
    out = capsys.readouterr().out
    assert "both signed by Jokers" in out and "One history, signed at entry" in out and "The other history" in out
    assert main(["verify", link_of("f", proof_of(game, 2))]) == 1


def test_an_unsigned_record_is_told_apart(capsys: Capture) -> None:
    link = link_of("r", write_record(whole().record()))
    assert main(["verify", link]) == 1
    out = capsys.readouterr().out
    assert "record: record not signed" in out and "holds: rules, secrets; does not hold: signatures" in out
    assert main(["show", link]) == 0
    assert "not signed, dice of the platform" in capsys.readouterr().out


def test_json(capsys: Capture) -> None:
    assert main(["verify", "--json", short().link(), "1.m.0.0"]) == 1
    good, bad = map(json.loads, capsys.readouterr().out.splitlines())
    assert good["holds"] is True and good["fault"] is None and set(good["parts"].values()) == {True}
    assert good["ended"] == "resigned"
    assert bad["holds"] is False
    assert bad["fault"] == {"code": "link_is_damaged", "where": "link", "rule": "", "says": "link: link is damaged"}


# --- bad input ---

BAD = [
    (b"", "cut short"),
    (b"\x00", "not a match"),
    (b"\xff\xfe\xfd", "kind not allowed"),
    (b"\x8b\x01", "cut short"),
    (bytes(3_000_000), "too large"),
    (deflated(bytes(1 << 20)), ""),
    (deflated(b"\x00"), "not a match"),
    (b"1.m.00000000.AAAA", "link is damaged"),
    (b"2.m.00000000.AAAA", "link of another version"),
    (b"hello", "not a link"),
    (b"PK\x03\x04 a zip, renamed\xff", "bytes left over"),
    (encode((1, 2, 3, 4, 5)), "not a match"),
    (encode((9,) * 11), "other protocol"),
    (encode((1, bytes(8), *((0,) * 9))), "other rules"),
    (b"\x84" + b"\x81" * 5000, "nested too deep"),
    (b"https://x.example/#1.q.0.0", "link of unknown kind"),
    ("é".encode("latin-1"), "kind not allowed"),
]


@pytest.mark.parametrize(("data", "reason"), BAD, ids=[str(number) for number in range(len(BAD))])
@pytest.mark.parametrize("command", ["verify", "show"])
def test_what_is_no_match_is_refused(command: str, data: bytes, reason: str, tmp_path: Path, capsys: Capture) -> None:
    """The file, the reason; exit 1; never a trace."""
    file = written(tmp_path, data)
    assert main([command, file]) == 1
    said = capsys.readouterr()
    assert f"{file}: " in said.out + said.err and reason in said.out + said.err


def test_links_of_other_kinds_hold_no_match(capsys: Capture) -> None:
    for kind in "jilowas":
        assert main(["verify", link_of(kind, b"x")]) == 1
        said = capsys.readouterr().out
        assert "not a match" in said and "the page" in said
        if kind == "l":
            continue
        assert main(["show", link_of(kind, b"x")]) == 1
        assert "not a match" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["none.eden", "a" * 5000, "\0", "", ".", "no/such/folder"])
@pytest.mark.parametrize("command", ["verify", "show"])
def test_a_missing_file_is_a_wrong_command(command: str, argument: str, capsys: Capture) -> None:
    assert main([command, argument]) == 2
    said = capsys.readouterr()
    assert not said.out and "no file and no link" in said.err


@pytest.mark.parametrize("command", [["verify"], ["show"], ["show", "a", "b"], ["verify", "--what", "a"]])
def test_a_wrong_command(command: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(command)
    assert left.value.code == 2


def test_without_the_package_it_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """`verify` and `--record` need it, `show` does not."""
    link = short().link()
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert main(["verify", link]) == 2
    assert capsys.readouterr().err.strip() == HOW_TO_INSTALL
    assert main(["simulate", "--matches", "1", "--record", str(tmp_path / "records")]) == 2
    assert HOW_TO_INSTALL in capsys.readouterr().err and not (tmp_path / "records").exists()
    assert main(["show", link]) == 0


def test_what_a_stranger_wrote_moves_no_cursor(tmp_path: Path, capsys: Capture) -> None:
    """Names and ids are shown as text: control characters and those that turn the line round become question marks."""
    parts = list(decode(short().stored()))
    setup = list(parts[4])
    at = next(index for index, part in enumerate(setup) if part == ("", ""))
    setup[at] = ("\x1b[2J\u202eabc", "x\ny")
    file = written(tmp_path, encode((*parts[:4], tuple(setup), *parts[5:])))
    for command in ("verify", "show"):
        assert main([command, file]) == (1 if command == "verify" else 0) or command == "show"
        said = capsys.readouterr()
        assert "\x1b" not in said.out + said.err and "\u202e" not in said.out + said.err
    assert main(["verify", str(tmp_path / "\x1b[31m\u202e")]) == 2
    assert "\x1b" not in capsys.readouterr().err


# --- show ---


def test_a_match_is_told_round_by_round(tmp_path: Path, capsys: Capture) -> None:
    game = whole()
    assert main(["show", written(tmp_path, game.link())]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Match {game.ledger.genesis.id.hex()}, dice by both"
    assert lines[1].startswith("Player 1: no name, Jokers (Yûri, ") and ", key " in lines[1]
    assert lines[3] == "Rules fr3, field 60 × 60 cm"
    assert [line for line in lines if line.startswith("--- round")] == [
        f"--- round {number} ---" for number in range(1, game.match.table.round + 1)
    ]
    numbers = [int(line[:5]) for line in lines if line[:5].strip().isdigit()]
    assert numbers == list(range(1, game.ledger.seq + 1))
    assert any("rolls for hit: " in line and "[SHT-2]" in line for line in lines)
    assert any(line.endswith("opens the match secret") for line in lines)
    assert lines[-1] in ("Jokers wins by the rules.", "Bamaka wins by the rules.", "A draw by the rules.")


def test_an_unfinished_match_is_told_too(capsys: Capture) -> None:
    game = Game(1)
    for _ in range(9):
        game.step()
    assert main(["show", game.link()]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2].startswith("Not over: 0 to 0") and "secrets not open" in lines[-1]


def test_a_letter_is_told_as_far_as_it_goes(capsys: Capture) -> None:
    """It holds entries and signatures, not the match; one that was made up is refused."""
    game = short()
    signed = tuple(Signed(player, kept.seq, kept.state, kept.bytes) for player, kept in game.signatures().items())
    entries = tuple((entry.kind, entry.body) for entry in game.ledger.entries[5:])
    batch = message_of(Batch(5, game.ledger.ids[5][:8], entries, signed))
    assert main(["show", link_of("l", encode((bytes(16), (batch, message_of(Resigned(bytes(64)))))))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"A letter of match {bytes(16).hex()}" and "    6  answers: " in lines[1]
    assert lines[-1].startswith("Mind: ")
    assert sum("signed by player" in line for line in lines) == 2 and "       resigns" in lines
    for data in (b"x", encode(()), encode((1, 2)), encode((b"", (b"x",))), encode((b"", (1,)))):
        assert main(["show", link_of("l", data)]) == 1
        assert capsys.readouterr().err


def test_every_event_has_its_words() -> None:
    """In `show` as in the client; none of the values that come with them is unknown to its words."""
    assert codes.events() <= set(TEXTS)
    for seed in range(5):
        game = drawn_game(seed)
        events: list[Event] = list(game.match.events)
        while game.match.pending is not None:
            events += game.step()
        teller = Teller(game.match)
        for event in events:
            line = teller.line(event)
            assert "{" not in line and line.isprintable()
            first = event.values[0][0] if event.values else "\0"
            assert not line.startswith(f"{event.code.replace('_', ' ')} {first} "), line  # told without its words


def test_an_unknown_event_is_told_all_the_same() -> None:
    teller = Teller(Game(1).match)
    assert teller.line(Event("turned_blue", "GEN-3", (("fighter", "yuri.1"),))) == "turned blue fighter yuri.1 [GEN-3]"
    assert teller.line(Event("moved", "", ())) == "moved"


# --- simulate --record ---


def test_simulated_matches_are_recorded(tmp_path: Path, capsys: Capture) -> None:
    """Signed by both, verified, one file a match; the same seed leaves the same bytes."""
    for folder in ("one", "two"):
        assert main(["simulate", "--matches", "2", "--seed", "7", "--json", "--record", str(tmp_path / folder)]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == second and sum(first["wins"]) + first["draws"] == 2
    assert main(["simulate", "--matches", "1", "--players", "recruit,random", "--record", str(tmp_path / "three")]) == 0
    assert "recruit decides in a mean of 0.0 ms" not in capsys.readouterr().out
    files = sorted((tmp_path / "one").iterdir())
    assert [file.name for file in files] == ["match-7.eden", "match-8.eden"]
    for file in files:
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()
    assert main(["verify", *map(str, files)]) == 0
    assert capsys.readouterr().out.count("signatures, chain, rules, dice, secrets") == 2


def test_records_need_a_folder(tmp_path: Path, capsys: Capture) -> None:
    assert main(["simulate", "--matches", "1", "--record", written(tmp_path, "a file")]) == 2
    assert capsys.readouterr().err.startswith("--record: ")
