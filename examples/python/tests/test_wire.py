import json
import random
import unittest
from pathlib import Path

from toolspan_mcp.wire import read_echo, read_ledger, with_echo

from . import recorded

# The TypeScript library is held to the same file.
CASES = json.loads((Path(__file__).parent / "ledgers.json").read_text())


class Ledgers(unittest.TestCase):
    def test_within_their_bounds_are_believed(self):
        for ledger in CASES["believed"]:
            with self.subTest(ledger):
                read = read_ledger(ledger)
                self.assertIsNotNone(read)
                self.assertEqual(
                    (read.operation, read.budget, read.retries_left, read.ms_left, read.attempt, read.leg),
                    tuple(ledger.get(k) for k in ("operation", "budget", "retriesLeft", "msLeft", "attempt", "leg")),
                )

    def test_with_one_wrong_value_are_ignored(self):
        for ledger in CASES["ignored"]:
            with self.subTest(ledger):
                self.assertIsNone(read_ledger(ledger))

    def test_of_odd_texts_are_ignored(self):
        for text in ("x" * 257, "\U0001f4e6" * 129, "half \ud83d"):
            for name in ("operation", "budget", "leg"):
                self.assertIsNone(read_ledger({**recorded.LEDGER, name: text}), name)
        self.assertIsNotNone(read_ledger({**recorded.LEDGER, "operation": "\U0001f4e6" * 128}))

    def test_made_of_anything_never_raise(self):
        odd = [None, True, -1, 0, 1, 2**80, 0.5, float("nan"), float("inf"), "", "x", "\ud800", [], {}, [[]], {"a": {}}]
        choose = random.Random(7)
        for _ in range(2000):
            ledger = {name: choose.choice(odd) for name in recorded.LEDGER if choose.random() < 0.9}
            read_ledger(ledger)
            read_echo({"budget": choose.choice(odd), "spent": choose.choice(odd), "retryAfterMs": choose.choice(odd)})


class Echoes(unittest.TestCase):
    def test_stand_where_there_is_room_for_them(self):
        echo = {"budget": "b", "spent": 1}
        self.assertEqual(with_echo(None, echo), {"toolspan/budget": {**echo, "alone": True}})
        self.assertEqual(with_echo({"a": 1}, echo), {"a": 1, "toolspan/budget": echo})
        for taken in ("text", [], 0, ""):
            self.assertIsNone(with_echo(taken, echo))

    def test_with_one_wrong_value_are_ignored(self):
        self.assertEqual(read_echo({"budget": "b", "spent": 2, "retryAfterMs": 9, "alone": True}).spent, 2)
        for wrong in ({"spent": -1}, {"spent": "1"}, {"budget": ""}, {"leg": 1}, {"retryAfterMs": -1}):
            self.assertIsNone(read_echo({"budget": "b", "spent": 1, **wrong}), wrong)
