"""The policies of a tournament, one sentence each: for its page of rules and for the printed sheet."""

from __future__ import annotations

from contracts.tournament_state import Tournament
from services.web_gateway.words import Lang


def policies(t: Tournament, lang: Lang) -> list[str]:
    """Say how this tournament deals with lateness, leaving, not coming, room, house players, meetings and byes."""
    rules, entry = t.rules, t.rules.entry
    late = lang.t("policy.late.yes", points=lang.hundredths(entry.late_points))
    found = [
        late if rules.late_entry else lang.t("policy.late.no"),
        lang.t("policy.withdraw"),
        lang.t(f"policy.noshow.{entry.no_show}"),
        lang.t("policy.capacity", n=entry.capacity) if entry.capacity else lang.t("policy.capacity.none"),
        lang.t("policy.house"),
        lang.t("policy.apart.club" if entry.apart_by_club else "policy.apart"),
        lang.t("policy.bye.raw")
        if rules.scoring == "raw"
        else lang.t("policy.bye", points=lang.hundredths(rules.bye_points)),
    ]
    return [lang.t("policy.pairs"), *found] if rules.pairs else found
