"""What python3-librouteros, written by people who know nothing of our simulator, does with it: one line a finding."""
import json
import sys

from librouteros import connect
from librouteros.exceptions import LibRouterosError, TrapError
from librouteros.login import plain
from librouteros.query import Key, Or

port = int(sys.argv[1])
found = {}


def open_api(password):
    return connect(
        host="127.0.0.1",
        port=port,
        username="lastmile",
        password=password,
        login_method=plain,
        timeout=10,
    )


try:
    open_api("not the password")
    found["wrong password"] = "let in"
except LibRouterosError as error:
    found["wrong password"] = type(error).__name__

api = open_api("lastmile-simulator")
found["identity"] = next(iter(api.path("/system/identity")))["name"]
secrets = api.path("/ppp/secret")
found["printed"] = len(list(secrets))

name = Key("name")
comment = Key("comment")
# Plain ASCII: this library counts a word's characters where the protocol wants its bytes.
made = secrets.add(name="peer-1", password="one", service="pppoe", comment="kept by a peer")
found["added"] = made.startswith("*")
row = next(iter(secrets.select(name, comment).where(name == "peer-1")))
found["read back"] = [row["name"], row["comment"]]
try:
    secrets.add(name="peer-1", password="two")
    found["duplicate"] = "taken"
except TrapError as error:
    found["duplicate"] = error.message

secrets.update(**{".id": made, "disabled": True})
found["disabled"] = next(iter(secrets.select(name, Key("disabled")).where(name == "peer-1")))["disabled"]
found["either of two"] = sorted(
    row["name"] for row in secrets.select(name).where(Or(name == "peer-1", name == "user0001"))
)
try:
    secrets.update(**{".id": "*FFFFF0", "comment": "ghost"})
    found["ghost"] = "taken"
except TrapError as error:
    found["ghost"] = error.message
secrets.remove(made)
found["removed"] = list(secrets.select(name).where(name == "peer-1"))
api.close()
print(json.dumps(found))
