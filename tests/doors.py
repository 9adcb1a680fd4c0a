"""Every way into the web gateway, and who may go through: written by hand, so that a new way needs a thought.

What stands after a path: `all`; `token` (the address is the key); `director` (of the whole installation);
`may KIND` and `sees WHAT` (the staff, as `contracts.roles` says); `player` (of the tournament or table). `or player` is
added where players have a right of their own.
"""

from __future__ import annotations

from litestar.routes import HTTPRoute

DOORS = """
GET  /                                                        all
GET  /health/live                                             all
GET  /health/ready                                            all
GET  /metrics                                                 all
GET  /static/{file_path:path}                                 all
GET  /rules                                                   all
GET  /rules/ranking                                           all
GET  /rules/seating                                           all
GET  /rules/{name:str}                                        all
GET  /season                                                  all
GET  /season.csv                                              all
GET  /staff                                                   all
POST /staff/out                                               all
POST /staff                                                   token
GET  /staff/{token:str}                                       token
GET  /p/{token:str}                                           token
GET  /w/{token:str}                                           token
GET  /keep                                                    director
POST /keep/backup                                             director
POST /keep/open                                               director
GET  /director/new                                            director
POST /director/new                                            director
GET  /records                                                 all
POST /records                                                 director
GET  /live/tournaments                                        all

GET  /t/{id:str}                                              all
GET  /live/t/{id:str}                                         all
GET  /t/{id:str}/hall                                         all
GET  /live/t/{id:str}/hall                                    all
GET  /t/{id:str}/policies                                     all
GET  /t/{id:str}/print                                        all
GET  /t/{id:str}/print/{sheet:str}                            all
GET  /t/{id:str}/acts                                         sees acts
GET  /t/{id:str}/standings                                    all
GET  /t/{id:str}/standings.csv                                all
GET  /t/{id:str}/sums/{entrant:str}                           all
GET  /t/{id:str}/seating.csv                                  all
GET  /t/{id:str}/results.csv                                  all
GET  /t/{id:str}/cross-table.csv                              all
GET  /t/{id:str}/penalties.csv                                sees cases
GET  /t/{id:str}/rulings.csv                                  sees cases
GET  /t/{id:str}/acts.csv                                     sees acts
POST /t/{id:str}/enter                                        all
POST /t/{id:str}/out                                          all
GET  /t/{id:str}/me                                           player
GET  /live/t/{id:str}/me                                      player
POST /t/{id:str}/me/here                                      player
POST /t/{id:str}/me/appeal                                    player
GET  /t/{id:str}/me/leave                                     player
POST /t/{id:str}/me/withdraw                                  player
GET  /t/{id:str}/director                                     sees desk
GET  /live/t/{id:str}/director                                sees desk
GET  /t/{id:str}/check-in                                     sees door
GET  /t/{id:str}/check-in/{entrant:str}                       may check_in
GET  /t/{id:str}/no-show/{entrant:str}                        may no_show
GET  /t/{id:str}/withdraw/{entrant:str}                       may withdraw
GET  /t/{id:str}/entrants.csv                                 sees desk
GET  /t/{id:str}/entrants/{entrant:str}                       may amend_entrant
POST /t/{id:str}/entrants/{entrant:str}                       may amend_entrant
GET  /t/{id:str}/file                                         director
GET  /t/{id:str}/seats                                        sees drafts
POST /t/{id:str}/seats                                        may edit_seating
POST /t/{id:str}/seats/again                                  may start_round
POST /t/{id:str}/import                                       may import_entrants
GET  /t/{id:str}/links                                        sees links
POST /t/{id:str}/links                                        may issue_link
GET  /t/{id:str}/desk                                         sees cases
GET  /live/t/{id:str}/desk                                    sees cases
GET  /t/{id:str}/desk/case/{case:int}                         sees cases
GET  /live/t/{id:str}/desk/case/{case:int}                    sees cases
GET  /t/{id:str}/desk/table/{table:str}                       sees cases
GET  /live/t/{id:str}/desk/table/{table:str}                  sees cases
POST /t/{id:str}/desk/act/{kind:str}                          may {verb}
POST /t/{id:str}/desk/open                                    may open_case
POST /t/{id:str}/desk/case/{case:int}/appeal                  may appeal
POST /t/{id:str}/desk/case/{case:int}/close                   may close_case
POST /t/{id:str}/desk/table/{table:str}/hands                 may open_hands
GET  /t/{id:str}/staff                                        sees staff
POST /t/{id:str}/staff/{verb:str}                             may {verb}
GET  /t/{id:str}/tables                                       sees sheets
GET  /live/t/{id:str}/tables                                  sees sheets
POST /t/{id:str}/clock/{verb:str}                             may {verb}
POST /t/{id:str}/all/{verb:str}                               may {verb}
POST /t/{id:str}/do/{verb:str}                                may {verb}

GET  /table/{id:str}                                          all
GET  /live/table/{id:str}                                     all
GET  /table/{id:str}/replay                                   all
GET  /table/{id:str}/record.txt                               all
GET  /table/{id:str}/play                                     player
GET  /live/table/{id:str}/play                                player
POST /table/{id:str}/play                                     player
POST /table/{id:str}/sit                                      player
POST /table/{id:str}/call                                     player
POST /table/{id:str}/resign                                   player
GET  /table/{id:str}/record                                   sees records
POST /table/{id:str}/record                                   may continue_record
GET  /table/{id:str}/sheet                                    sees sheets or player
POST /table/{id:str}/sheet/deal                               may enter_deal or player
POST /table/{id:str}/sheet/lay                                may lay_out or player
POST /table/{id:str}/sheet/move                               may play or player
POST /table/{id:str}/sheet/back                               may take_back
POST /table/{id:str}/sheet/charge                             may charge_offence
POST /table/{id:str}/give-up                                  player
POST /table/{id:str}/stop                                     may abandon_table
POST /table/{id:str}/pause                                    may pause_table
POST /table/{id:str}/resume                                   may resume_table
POST /table/{id:str}/do/{verb:str}                            may {verb}

GET  /api/games                                               all
GET  /api/season                                              all
GET  /api/tournaments                                         all
POST /api/tournaments                                         director
POST /api/records                                             director
POST /api/records/check                                       director
GET  /api/tournaments/{id:str}                                all
GET  /api/tournaments/{id:str}/standings                      all
GET  /api/tournaments/{id:str}/policies                       all
GET  /api/tournaments/{id:str}/entrants                       all
GET  /api/tournaments/{id:str}/results                        all
GET  /api/tournaments/{id:str}/cross-table                    all
GET  /api/tournaments/{id:str}/rounds/{round:int}/seating     all
POST /api/tournaments/{id:str}/enter                          all
GET  /api/tournaments/{id:str}/penalties                      sees cases
GET  /api/tournaments/{id:str}/rulings                        sees cases
GET  /api/tournaments/{id:str}/acts                           sees acts
GET  /api/tournaments/{id:str}/links                          sees links
GET  /api/tournaments/{id:str}/staff                          sees staff
GET  /api/tournaments/{id:str}/withdraw/{entrant:str}/effect  may withdraw
GET  /api/tournaments/{id:str}/rounds/{round:int}/seats       sees drafts
POST /api/tournaments/{id:str}/rounds/{round:int}/seats/look  sees drafts
POST /api/tournaments/{id:str}/rounds/{round:int}/seats       may edit_seating
POST /api/tournaments/{id:str}/rounds/{round:int}/seat        may start_round
POST /api/tournaments/{id:str}/rounds/{round:int}/begin       may begin_round
POST /api/tournaments/{id:str}/rounds/{round:int}/drop        may drop_seating
POST /api/tournaments/{id:str}/entrants                       may import_entrants
POST /api/tournaments/{id:str}/entrants.csv                   may import_entrants
POST /api/tournaments/{id:str}/entrants/look                  may import_entrants
POST /api/tournaments/{id:str}/entrants/look.csv              may import_entrants
POST /api/tournaments/{id:str}/entrants/{entrant:str}         may amend_entrant
POST /api/tournaments/{id:str}/check-in                       may check_in
POST /api/tournaments/{id:str}/withdraw                       may withdraw
POST /api/tournaments/{id:str}/return                         may return
POST /api/tournaments/{id:str}/admit                          may admit
POST /api/tournaments/{id:str}/no-show                        may no_show
POST /api/tournaments/{id:str}/registration/open              may open_registration
POST /api/tournaments/{id:str}/registration/close             may close_registration
POST /api/tournaments/{id:str}/links/issue                    may issue_link
POST /api/tournaments/{id:str}/links/revoke                   may revoke_link
POST /api/tournaments/{id:str}/staff/issue                    may issue_staff_link
POST /api/tournaments/{id:str}/staff/revoke                   may revoke_staff_link
POST /api/tournaments/{id:str}/finish                         may finish_tournament
GET  /api/tournaments/{id:str}/desk                           sees cases
POST /api/tournaments/{id:str}/desk/open                      may open_case
POST /api/tournaments/{id:str}/desk/rule                      may give_ruling
POST /api/tournaments/{id:str}/desk/penalise                  may penalise
POST /api/tournaments/{id:str}/desk/lift                      may lift_penalty
POST /api/tournaments/{id:str}/desk/correct                   may correct_result
POST /api/tournaments/{id:str}/desk/appeal                    may appeal
POST /api/tournaments/{id:str}/desk/close                     may close_case
GET  /api/tournaments/{id:str}/clock                          all
POST /api/tournaments/{id:str}/clock/start                    may start_clock
POST /api/tournaments/{id:str}/clock/pause                    may pause_clock
POST /api/tournaments/{id:str}/clock/resume                   may resume_clock
POST /api/tournaments/{id:str}/clock/add                      may add_time
POST /api/tournaments/{id:str}/all/{verb:str}                 may {verb}
GET  /api/tables/{id:str}                                     all
GET  /api/tables/{id:str}/record                              all
GET  /api/tables/{id:str}/replay                              all
GET  /api/tables/{id:str}/replay/{n:int}                      all
GET  /api/tables/{id:str}/export                              token
GET  /api/tables/{id:str}/awaited                             sees sheets or player
GET  /api/tables/{id:str}/staff                               sees hands
GET  /api/tables/{id:str}/what-if/{n:int}                     sees hands
POST /api/tables/{id:str}/open-hands                          may open_hands
GET  /api/tables/{id:str}/mine                                player
POST /api/tables/{id:str}/play                                player
POST /api/tables/{id:str}/sit                                 player
POST /api/tables/{id:str}/call                                player
POST /api/tables/{id:str}/resign                              player
POST /api/tables/{id:str}/report-deal                         player
POST /api/tables/{id:str}/lay-out                             may lay_out or player
POST /api/tables/{id:str}/enter-move                          may play
POST /api/tables/{id:str}/enter-deal                          may enter_deal
POST /api/tables/{id:str}/take-back                           may take_back
POST /api/tables/{id:str}/start                               may start_table
POST /api/tables/{id:str}/answer-call                         may answer_call
POST /api/tables/{id:str}/charge                              may charge_offence
POST /api/tables/{id:str}/continue                            may continue_record
POST /api/tables/{id:str}/pause                               may pause_table
POST /api/tables/{id:str}/resume                              may resume_table
POST /api/tables/{id:str}/abandon                             may abandon_table
"""
"""Method, path, who. `/api/tables/ID/export` opens with the end of the game, whoever asks."""

MADE_BY_THE_FRAMEWORK = "/schema"
"""The description of the API."""


def doors() -> dict[tuple[str, str], str]:
    """Give the table as (method, path) -> who."""
    found = {}
    for line in filter(None, map(str.strip, DOORS.splitlines())):
        method, path, who = line.split(maxsplit=2)
        assert (method, path) not in found, line
        found[method, path] = who
    return found


def routes(app) -> dict[tuple[str, str], object]:
    """Give the handlers that an application has, as (method, path) -> handler."""
    return {
        (str(method), route.path): handler
        for route in app.routes
        if isinstance(route, HTTPRoute) and not route.path.startswith(MADE_BY_THE_FRAMEWORK)
        for handler in route.route_handlers
        for method in handler.http_methods
        if method in ("GET", "POST", "PUT", "PATCH", "DELETE")
    }
