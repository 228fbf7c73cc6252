#!/usr/bin/env bash
# A Slurm cluster of two virtual nodes on this machine, for tests: munge, slurmctld and two slurmd, without systemd.
# usage: slurm_two_nodes.sh start FOLDER | stop FOLDER      (as root; Debian or Ubuntu)
# `start` installs the packages when they are missing, and prints the file of variables that the clients need:
#   source "$(scripts/slurm_two_nodes.sh start /tmp/cluster | tail -1)"
# Exit code 3: the packages cannot be installed, 4: the daemons do not start.
set -euo pipefail
action=${1:?start or stop} folder=$(realpath -m "${2:?folder of the cluster}")

stop() {
    for name in slurmd1 slurmd2 slurmctld munged; do
        file=$folder/$name.pid
        [ -f "$file" ] || continue
        pid=$(cat "$file")
        kill "$pid" 2>/dev/null || true
        for _ in $(seq 50); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
        kill -9 "$pid" 2>/dev/null || true
        rm -f "$file"
    done
}
[ "$action" = stop ] && { stop; exit 0; }
[ "$action" = start ] || { echo "slurm_two_nodes.sh: start or stop, not $action" >&2; exit 2; }
[ "$(id -u)" = 0 ] || { echo "slurm_two_nodes.sh: must run as root" >&2; exit 3; }

if ! command -v slurmctld >/dev/null || ! command -v slurmd >/dev/null || ! command -v munged >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    command -v apt-get >/dev/null || { echo "slurm_two_nodes.sh: no apt-get here" >&2; exit 3; }
    { timeout 120 apt-get update -q && timeout 240 apt-get install -y -q --no-install-recommends slurmctld slurmd slurm-client munge; } >&2 \
        || { echo "slurm_two_nodes.sh: the packages of Slurm cannot be installed" >&2; exit 3; }
fi

stop
mkdir -p "$folder"/{state,spool1,spool2,log,munge}
host=$(hostname -s)
chown -R root:root "$folder/munge"; chmod 0711 "$folder/munge"
head -c 1024 /dev/urandom > "$folder/munge/key"; chmod 0400 "$folder/munge/key"
free_port() { python3 - <<'PY' 2>/dev/null || echo $((20000 + RANDOM % 20000))
import socket
s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])
PY
}
controller=$(free_port) first=$(free_port) second=$(free_port)
cat > "$folder/slurm.conf" <<CONF
ClusterName=two
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
SlurmctldPort=$controller
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmctldLogFile=$folder/log/slurmctld.txt
SlurmdLogFile=$folder/log/%n.txt
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
KillWait=5
MinJobAge=600
SchedulerParameters=sched_interval=2,bf_interval=2
NodeName=slurmd1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$first CPUs=2 State=UNKNOWN
NodeName=slurmd2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$second CPUs=2 State=UNKNOWN
PartitionName=all Nodes=slurmd1,slurmd2 Default=YES MaxTime=INFINITE State=UP
CONF
# Control groups are of no use here. Releases before 23.02 cannot do without a plugin for them.
case $(slurmd -V) in
    *' 2'[0-2].*) printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' > "$folder/cgroup.conf" ;;
    *) echo 'CgroupPlugin=disabled' > "$folder/cgroup.conf" ;;
esac
mkdir -p "$folder/spoolslurmd1" "$folder/spoolslurmd2"
fail() { echo "slurm_two_nodes.sh: $1" >&2; tail -n 5 "$folder"/log/*.txt >&2 2>/dev/null || true; stop; exit 4; }

export SLURM_CONF=$folder/slurm.conf
munged --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munged.pid" \
    --log-file="$folder/log/munged.txt" --seed-file="$folder/munge/seed" >&2 || fail "munged does not start"
slurmctld -c -i -f "$folder/slurm.conf" >&2 9>&- || fail "slurmctld does not start"
for node in slurmd1 slurmd2; do slurmd -f "$folder/slurm.conf" -N "$node" >&2 9>&- || fail "slurmd does not start"; done
for _ in $(seq 60); do
    [ "$(sinfo -h -N -o '%T' 2>/dev/null | grep -c idle)" = 2 ] && break
    sleep 0.5
done
[ "$(sinfo -h -N -o '%T' 2>/dev/null | grep -c idle)" = 2 ] || fail "the two nodes do not come up"
sinfo >&2
echo "export SLURM_CONF=$folder/slurm.conf" > "$folder/variables.sh"
echo "$folder/variables.sh"
