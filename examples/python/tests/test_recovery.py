import asyncio
import unittest
from unittest import mock

from mcp.types import CallToolResult

from toolspan_mcp import ToolFailure, names, outgoing_meta, received, recover, settle
from toolspan_mcp.budget import InheritedBudget, within
from toolspan_mcp.wire import read_ledger

from . import recorded

WITHOUT_WAITS = mock.patch.object(names, "BACK_OFF_START_MS", 0)
TERMS = {"max_attempts": 3, "deadline_ms": 5000, "effect": "read"}


class Failing:
    """Fails so often, then answers."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.calls = 0

    async def __call__(self, _attempt) -> str:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "answer"


def transient(**more) -> ToolFailure:
    return ToolFailure("transient", "secret words", **more)


def ledger(**changed):
    return read_ledger({**recorded.LEDGER, **changed})


class Recovery(unittest.TestCase):
    def setUp(self):
        recorded.exporter.clear()
        WITHOUT_WAITS.start()
        self.addCleanup(WITHOUT_WAITS.stop)

    def run_within(self, wire, work, **changed):
        async def played():
            attempt = InheritedBudget(wire).attempt
            with within(attempt):
                try:
                    return await recover("owner", work, **{**TERMS, **changed}), attempt.ledger
                except ToolFailure as failure:
                    return failure, attempt.ledger

        return asyncio.run(played())

    def test_repeats_what_is_transient_and_safe(self):
        work = Failing(transient(), TimeoutError())
        self.assertEqual(asyncio.run(recover("owner", work, **TERMS)), "answer")
        self.assertEqual(work.calls, 3)
        tries = recorded.spans("owner attempt")
        self.assertEqual([span.attributes["toolspan.attempt.number"] for span in tries], [1, 2, 3])
        self.assertEqual([span.status.status_code.name for span in tries], ["ERROR", "ERROR", "UNSET"])
        self.assertNotIn("error.type", recorded.attributes("recover owner"))

    def test_passes_on_the_same_error_where_a_repeat_is_not_safe_or_not_useful(self):
        cases = [
            (transient(), {"effect": "write"}),
            (transient(), {"effect": "unknown"}),
            (transient(retryable=False), {}),
            (transient(budgetExhausted=True), {}),
            (ToolFailure("business", "no"), {}),
            (ToolFailure("validation", "no"), {}),
            (ValueError("no"), {}),
        ]
        for failure, terms in cases:
            with self.subTest(failure=failure, terms=terms):
                work = Failing(failure)
                with self.assertRaises(type(failure)) as raised:
                    asyncio.run(recover("owner", work, **{**TERMS, **terms}))
                self.assertIs(raised.exception, failure)
                self.assertEqual(work.calls, 1)

    def test_an_idempotent_write_is_repeated(self):
        work = Failing(transient())
        asyncio.run(recover("owner", work, **{**TERMS, "effect": "write", "idempotent": True}))
        self.assertEqual(work.calls, 2)

    def test_says_that_the_budget_is_spent(self):
        work = Failing(*[transient(code="503") for _ in range(9)])
        with self.assertRaises(ToolFailure) as raised:
            asyncio.run(recover("owner", work, **TERMS))
        context = raised.exception.context
        self.assertEqual(
            (context["budgetExhausted"], context["isRetryable"], context["attemptCount"]), (True, False, 3)
        )
        said = recorded.attributes("recover owner")
        self.assertEqual(said["toolspan.budget.exhausted_by"], "attempts")
        self.assertEqual(said["error.type"], "budget_exhausted")
        self.assertNotIn("secret", str([span.to_json() for span in recorded.exporter.get_finished_spans()]))

    def test_inherits_what_came_in(self):
        work = Failing(transient(), transient(), transient())
        failure, left = self.run_within(ledger(retriesLeft=1), work, max_attempts=9, deadline_ms=60_000)
        self.assertTrue(failure.context["budgetExhausted"])
        self.assertEqual(work.calls, 2)
        self.assertEqual(left.retries_left, 0)
        said = recorded.attributes("recover owner")
        self.assertEqual(said["toolspan.budget.exhausted_by"], "shared_budget")
        self.assertEqual(said["toolspan.operation.id"], "op-1")
        self.assertEqual(said["toolspan.budget.parent_id"], "b-1")
        self.assertEqual(said["toolspan.budget.max_attempts"], 2)
        self.assertLessEqual(said["toolspan.budget.deadline_ms"], 5000)

    def test_only_tightens(self):
        work = Failing(*[transient() for _ in range(9)])
        self.run_within(ledger(retriesLeft=1_000_000), work, max_attempts=2)
        self.assertEqual(work.calls, 2)
        self.assertEqual(recorded.attributes("recover owner")["toolspan.budget.max_attempts"], 2)

    def test_always_makes_the_first_try(self):
        async def five(attempt):
            works = [Failing(transient()) for _ in range(5)]
            with within(attempt):
                for work in works:
                    with self.assertRaises(ToolFailure):
                        await recover("owner", work, **TERMS)
            return [work.calls for work in works]

        self.assertEqual(asyncio.run(five(InheritedBudget(ledger(retriesLeft=0)).attempt)), [1, 1, 1, 1, 1])

    def test_ends_when_nobody_waits_any_more(self):
        async def slow(_attempt):
            await asyncio.sleep(60)

        failure, _ = self.run_within(ledger(msLeft=30), slow)
        self.assertTrue(failure.context["budgetExhausted"])
        self.assertEqual(recorded.attributes("recover owner")["toolspan.budget.exhausted_by"], "deadline")

    def test_a_write_that_is_cut_off_is_indeterminate(self):
        async def slow(_attempt):
            await asyncio.sleep(60)

        with self.assertRaises(ToolFailure) as raised:
            asyncio.run(recover("owner", slow, **{**TERMS, "effect": "write", "attempt_timeout_ms": 20}))
        self.assertEqual(raised.exception.context["status"], "indeterminate")
        self.assertFalse(raised.exception.context["isRetryable"])
        self.assertEqual(recorded.attributes("owner attempt")["toolspan.result.status"], "indeterminate")

    def test_a_pause_that_does_not_fit_is_not_waited_for(self):
        work = Failing(transient(retry_after_ms=60_000))
        with self.assertRaises(ToolFailure) as raised:
            asyncio.run(recover("owner", work, **TERMS))
        self.assertEqual(raised.exception.context["retryAfterMs"], 60_000)
        self.assertEqual(recorded.attributes("recover owner")["toolspan.budget.exhausted_by"], "deadline")

    def test_of_another_operation_opens_a_budget_of_its_own(self):
        work = Failing(transient(), transient())
        answer, left = self.run_within(ledger(retriesLeft=0), work, operation="other")
        self.assertEqual((answer, work.calls, left.retries_left), ("answer", 3, 0))
        self.assertNotIn("toolspan.budget.parent_id", recorded.attributes("recover owner"))

    def test_a_budget_ends_with_its_owner(self):
        async def played():
            await recover("owner", Failing(), **TERMS)
            return outgoing_meta()

        self.assertEqual(asyncio.run(played()), {})

    def test_wrong_terms_are_told_at_once(self):
        for wrong in ({"max_attempts": 0}, {"deadline_ms": 0}):
            work = Failing()
            with self.assertRaises(ValueError):
                asyncio.run(recover("owner", work, **{**TERMS, **wrong}))
            self.assertEqual(work.calls, 0)


class OtherServers(unittest.TestCase):
    def test_are_told_what_is_left_and_charged_what_they_spent(self):
        async def played(_attempt):
            sent = outgoing_meta()["toolspan/budget"]
            settle({"toolspan/budget": {"budget": sent["budget"], "spent": 1, "retryAfterMs": 40}})
            settle({"toolspan/budget": {"budget": "another", "spent": 1}})
            settle({"toolspan/budget": {"budget": sent["budget"], "spent": -1}})
            settle({"a": 1})
            settle(None)
            return sent, outgoing_meta()["toolspan/budget"]

        async def asked():
            wire = ledger(retriesLeft=2, leg="l")
            budget = InheritedBudget(wire)
            with within(budget.attempt):
                legs = await recover("owner", played, **{**TERMS, "max_attempts": 9})
            return legs, budget.echo(True, None), budget.echo(False, None)

        (before, after), failed, answered = asyncio.run(asked())
        self.assertEqual((before["retriesLeft"], after["retriesLeft"], before["operation"]), (2, 1, "op-1"))
        self.assertLessEqual(before["msLeft"], 5000)
        self.assertEqual((failed["budget"], failed["leg"], failed["spent"]), ("b-1", "l", 1))
        self.assertTrue(0 < failed["retryAfterMs"] <= 40)
        self.assertEqual(answered, {"budget": "b-1", "spent": 1, "leg": "l"})

    def test_are_believed_when_their_budget_is_spent(self):
        spent = {"errorCategory": "transient", "isRetryable": True, "budgetExhausted": True, "message": "m", "x": [1]}
        failed = CallToolResult(content=[], structured_content=spent, is_error=True)
        work = mock.AsyncMock(side_effect=lambda _attempt: received(failed))
        with self.assertRaises(ToolFailure) as raised:
            asyncio.run(recover("owner", work, **TERMS))
        self.assertEqual(work.call_count, 1)
        self.assertEqual(raised.exception.context, {**spent, "isRetryable": False, "status": "failed"})

    def test_are_asked_once_when_nothing_is_known_of_their_failure(self):
        for context in (None, {}, {"errorCategory": "odd"}, {"errorCategory": "transient"}, {"isRetryable": "yes"}):
            failure = ToolFailure.of(context)
            self.assertFalse(failure.context["isRetryable"])
            self.assertEqual(failure.context["message"], "The tool failed")

    def test_answers_are_given_on_without_the_echo(self):
        echo = {"toolspan/budget": {"budget": "b", "spent": 0}}
        self.assertIsNone(received(CallToolResult(content=[], meta=echo)).meta)
        self.assertEqual(received(CallToolResult(content=[], meta={**echo, "a": 1})).meta, {"a": 1})
        untouched = CallToolResult(content=[], meta={"a": 1})
        self.assertIs(received(untouched), untouched)

    def test_are_not_told_an_operation_that_nobody_would_believe(self):
        async def sent(_attempt):
            return outgoing_meta()

        self.assertEqual(asyncio.run(recover("owner", sent, operation="x" * 257, **TERMS)), {})
