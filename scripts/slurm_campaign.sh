#!/usr/bin/env bash
# A campaign on a Slurm cluster of two virtual nodes, from plan to merge: 200 cases, the tasks of one node cancelled half-way,
# submitted again; the merged bytes must be those of one local run. With 1000 cases, the campaign of the page (campaign.md).
# usage: slurm_campaign.sh BINARY [FOLDER [200|1000]]     Exit code 0: the same bytes; 3 or 4: no cluster here; 1: a fault.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "${1:?the program}") folder=$(realpath -m "${2:-$(mktemp -d)}")
study=$here/../examples/rubbing_shoe/campaign.export
mkdir -p "$folder"
"$here/slurm_two_nodes.sh" start "$folder/cluster" > "$folder/cluster.txt" || exit $?
trap '"$here/slurm_two_nodes.sh" stop "$folder/cluster"' EXIT
source "$(tail -1 "$folder/cluster.txt")"

cases=${3:-200}
case $cases in
    200) grid=(--grid A0=0.9:1.7:20 --grid FRICTION=0.09:0.12:10) ;;
    1000) grid=(--grid A0=0.9:15:40 --grid FRICTION=0.05:0.3:25) ;;
    *) echo "200 or 1000 cases, not $cases" >&2; exit 2 ;;
esac
plan() { "$program" sweep plan "$study" -o "$1" "${grid[@]}" --collect WEAR; }
left() { "$program" sweep status "$folder/slurm" | sed 's/.* \([0-9]*\) left.*/\1/'; }
wait_for_jobs() { for _ in $(seq 600); do [ -z "$(squeue -h)" ] && return; sleep 1; done; echo "jobs do not end" >&2; squeue >&2; exit 1; }

plan "$folder/slurm"
"$program" sweep submit "$folder/slurm" --engine slurm --shards 20
for _ in $(seq 300); do [ "$(left)" -le $((cases * 7 / 10)) ] && break; sleep 0.2; done
echo "half-way: $(left) cases left; cancelling the tasks of slurmd2"
squeue -h -t RUNNING -w slurmd2 -o '%i' | xargs -r scancel
squeue -h -t PENDING -r -o '%i %K' | awk '$2 ~ /^[0-9]+$/ && $2 % 3 == 0 {print $1}' | xargs -r scancel
wait_for_jobs
remaining=$(left)
echo "after the first submission: $remaining cases left"
[ "$remaining" -gt 0 ] || echo "nothing was left to do again: the machine is too fast for this test" >&2
"$program" sweep submit "$folder/slurm" --engine slurm --shards 20
wait_for_jobs
[ "$(left)" = 0 ] || { echo "cases are left" >&2; tail -n 3 "$folder"/slurm/log/*.txt >&2; exit 1; }

plan "$folder/local"
"$program" sweep run "$folder/local"
"$program" sweep merge "$folder/local" -o "$folder/local.csv"
cmp "$folder/local.csv" "$folder/slurm/merged.csv"
"$program" sweep report "$folder/slurm" -o "$folder/report.html"
echo "the same bytes on the cluster and here: $(wc -l < "$folder/local.csv") lines, $(cksum < "$folder/local.csv")"
