"""Does what runs Capicua on a server fit together? Prometheus' own checker, the dashboards, compose file and image.

No container runs here: what can be wrong in these files is mostly a name, and names are checked against the code.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import services.runtime.observe  # noqa: F401  # its metrics are in the registry now
from deploy.grafana import dashboards
from services import together
from services.runtime.settings import Settings
from tests.needs import ROOT, needs_promtool

DEPLOY = ROOT / "deploy"
PROMETHEUS = DEPLOY / "prometheus"
ALERTS = yaml.safe_load((PROMETHEUS / "alerts.yml").read_text())
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OURS = (*together.NAMES, "web-gateway")
RULES = [rule for group in ALERTS["groups"] for rule in group["rules"]]


# --- Prometheus


def _promtool(*args: str, cwd: Path = PROMETHEUS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["promtool", *args], cwd=cwd, capture_output=True, text=True, check=False)


@needs_promtool
@pytest.mark.parametrize(
    "args",
    [("check", "config", "prometheus.yml"), ("check", "rules", "alerts.yml"), ("test", "rules", "alerts_test.yml")],
    ids=" ".join,
)
@pytest.mark.slow
def test_promtool_accepts(args):
    done = _promtool(*args)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
@pytest.mark.slow
def test_promtool_would_find_a_rule_that_does_not_fire(tmp_path):
    for file in PROMETHEUS.glob("alerts*.yml"):
        shutil.copy(file, tmp_path)
    rules = tmp_path / "alerts.yml"
    rules.write_text(rules.read_text().replace('{state="halted"} > 0', '{state="halted"} > 9'))
    assert _promtool("test", "rules", "alerts_test.yml", cwd=tmp_path).returncode != 0


def test_every_alert_is_tried_out_and_says_what_it_means_and_what_to_do():
    tried = set(re.findall(r'labels: \'{alertname="(\w+)"}\'', (PROMETHEUS / "alerts_test.yml").read_text()))
    assert tried == {rule["alert"] for rule in RULES}
    for rule in RULES:
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert {"summary", "means", "do"} <= rule["annotations"].keys(), rule["alert"]


# --- every name in a question to Prometheus is one that we give

_WORDS = re.compile(r"capicua_[a-z0-9_]+")
_SELECTED = re.compile(r"(capicua_[a-z0-9_]+)\{([^}]*)\}")


def _asked() -> list[tuple[str, str]]:
    asked = [(f"alert {rule['alert']}", rule["expr"]) for rule in RULES]
    for name, board in dashboards.made().items():
        asked += [(f"{name}: {p['title']}", t["expr"]) for p in board["panels"] for t in p["targets"]]
    return asked


def _given() -> dict[str, set[str]]:
    """Give the names that a scrape may hold, each with its labels."""
    given: dict[str, set[str]] = {}
    for name, collector in REGISTRY._names_to_collectors.items():
        given[name] = {*getattr(collector, "_labelnames", ()), "service", "instance", "job", "le"}
    return given


@pytest.mark.parametrize(("place", "expr"), _asked())
def test_every_metric_and_label_asked_for_is_given(place, expr):
    given = _given()
    for name in _WORDS.findall(expr):
        assert name in given, f"{place}: nobody counts {name}"
    for name, selected in _SELECTED.findall(expr):
        labels = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", selected))
        assert labels <= given[name], f"{place}: {name} has no label {labels - given[name]}"
    known = set().union(*(given[name] for name in _WORDS.findall(expr)), {"service"})
    for grouped in re.findall(r"\b(?:by|without) \(([^)]*)\)", expr):
        assert set(re.findall(r"\w+", grouped)) <= known, f"{place}: {grouped}"


# --- Grafana


def test_the_dashboards_are_current():
    made = dashboards.made()
    assert {file.name for file in dashboards.FOLDER.glob("*.json")} == {f"{name}.json" for name in made}
    for name, board in made.items():
        assert (dashboards.FOLDER / f"{name}.json").read_text() == dashboards.text(board), "run make schema"


def test_dashboards_are_told_apart_and_take_their_source_from_the_reader():
    made = dashboards.made()
    assert len({board["uid"] for board in made.values()}) == len(made)
    for board in made.values():
        assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
        for panel in board["panels"]:
            assert panel["description"], panel["title"]
            assert {panel["datasource"]["uid"], *(t["datasource"]["uid"] for t in panel["targets"])} == {"${source}"}
            assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= dashboards.WIDTH


def test_grafana_finds_the_dashboards_where_compose_puts_them():
    provider = yaml.safe_load((DEPLOY / "grafana/provisioning/dashboards/capicua.yml").read_text())["providers"][0]
    mounts = dict(volume.split(":")[:2] for volume in COMPOSE["services"]["grafana"]["volumes"])
    assert mounts["./grafana/dashboards"] == provider["options"]["path"]


# --- compose file and image


def _environment() -> set[str]:
    return {f"CAPICUA_{name.upper()}" for name in Settings.__struct_fields__}


@pytest.mark.parametrize("file", ["deploy/compose.yaml", "deploy/Dockerfile", "deploy/README.md", "README.md"])
def test_every_variable_that_is_set_or_described_is_a_setting(file):
    named = set(re.findall(r"CAPICUA_[A-Z_]+", (ROOT / file).read_text()))
    assert named <= _environment()


def test_compose_runs_each_service_once_by_its_own_name():
    for name in OURS:
        assert COMPOSE["services"][name]["command"][:2] == ["service", name]
    scraped = yaml.safe_load((PROMETHEUS / "prometheus.yml").read_text())["scrape_configs"]
    (names,) = (job["dns_sd_configs"][0]["names"] for job in scraped if job["job_name"] == "capicua")
    assert set(names) == set(OURS)


def test_services_wait_for_the_broker_and_are_given_time_to_drain():
    for name in OURS:
        service: dict[str, Any] = COMPOSE["services"][name]
        assert service["depends_on"]["kafka"]["condition"] == "service_healthy"
        assert service["stop_grace_period"] == "20s"
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]


def test_kafka_makes_no_topics_by_itself_and_keeps_the_logs_time():
    set_to = COMPOSE["services"]["kafka"]["environment"]
    properties = dict(
        line.split("=", 1)
        for line in (DEPLOY / "kafka" / "server.properties").read_text().splitlines()
        if "=" in line and not line.startswith("#")
    )
    for key in ("auto.create.topics.enable", "log.message.timestamp.type", "group.initial.rebalance.delay.ms"):
        assert str(set_to[f"KAFKA_{key.upper().replace('.', '_')}"]) == properties[key]


def test_the_image_runs_as_nobody_special_and_can_say_whether_it_lives():
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    assert lines.index("USER capicua") < lines.index('ENTRYPOINT ["capicua"]')
    assert any(line.startswith("HEALTHCHECK") for line in lines)
    assert not any(line.startswith(("ADD", "RUN curl", "RUN wget")) for line in lines)


def test_what_the_image_copies_is_let_through():
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    for name in " ".join(copied).split():
        assert f"!{name}" in ignored
        assert (ROOT / name).exists()


def test_the_brokers_image_and_its_jars_are_of_one_version():
    (jars,) = re.findall(
        r"<artifactId>kafka_2.13</artifactId>\s*<version>(.+?)</version>", (DEPLOY / "kafka" / "pom.xml").read_text()
    )
    assert COMPOSE["services"]["kafka"]["image"] == f"apache/kafka:{jars}"


def test_whatever_is_no_python_is_packed_with_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packed = {
        file
        for package, patterns in project["tool"]["setuptools"]["package-data"].items()
        for pattern in patterns
        for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    there = {
        file
        for folder in ("contracts", "services")
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and file.suffix not in {".py", ".pyc"}
    }
    assert {str(file.relative_to(ROOT)) for file in there - packed} == set()
