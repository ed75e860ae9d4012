#!/bin/sh
# Submits a census to Slurm: a job array of the shards, and a job that joins them when all have ended.
# Prints the ids of both. Submitting it again makes only what is not there yet. docs/cluster.md tells more.
#
#   BOARD=5x5 OUT=/shared/census-5x5 SHARDS=64 KO=strict contrib/slurm/submit.sh [OPTION OF SBATCH...]
#
#   BOARD   the board
#   OUT     the folder, which all nodes see
#   SHARDS  how many shards; 16 unless told
#   KO      none, loose or strict; none unless told
#   HOSHI   the program, at the same place on all nodes; `hoshi` of the PATH unless told
#
# Options go to both jobs: --partition, --account, --time, --cpus-per-task (as many threads) and so on.
set -eu

fail() {
    printf 'submit.sh: %s\n' "$1" >&2
    exit 2
}

[ -n "${BOARD:-}" ] || fail 'say which board, as BOARD=5x5'
[ -n "${OUT:-}" ] || fail 'say which folder, as OUT=/shared/census-5x5'
SHARDS=${SHARDS:-16}
case $SHARDS in
0* | *[!0-9]*) fail "SHARDS is \`$SHARDS\`; it is a number from 1 on" ;;
esac
KO=${KO:-none}
program=${HOSHI:-hoshi}
HOSHI=$(command -v "$program") || fail "there is no program \`$program\`; say where, as HOSHI=/opt/bin/hoshi"

# Jobs do not run where we are.
absolute() {
    case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s/%s\n' "$PWD" "$1" ;;
    esac
}
OUT=$(absolute "${OUT%/}")
HOSHI=$(absolute "$HOSHI")
export BOARD OUT SHARDS KO HOSHI

case $OUT in
*%*) fail "Slurm gives a percent sign in the name of a log its own meaning: $OUT" ;;
esac
here=$(dirname "$0")
logs=$OUT.logs
mkdir -p "$logs"

# `sbatch --parsable` says `ID` or `ID;CLUSTER`.
census=$(sbatch --parsable --export=ALL --array="0-$((SHARDS - 1))" --output="$logs/%A_%a.log" \
    "$@" "$here/census.sbatch")
census=${census%%;*}
printf 'census %s\n' "$census"

# After any end, not only after a good one: it tells what is missing.
merge=$(sbatch --parsable --export=ALL --dependency="afterany:$census" --output="$logs/%j_merge.log" \
    "$@" "$here/merge.sbatch")
printf 'merge %s\n' "${merge%%;*}"
