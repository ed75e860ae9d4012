#!/bin/sh
# An engine for the tests of matches: it plays the first points of the board, row by row, and passes
# when it has none left. What is wrong with it are the words it is started with:
#   crash=N    it ends at its Nth move          illegal=N  its Nth move is off the board's free points
#   hang=N     it never answers its Nth move    nodead     it knows no final_status_list
#   dead=LIST  the stones it thinks dead        cleanup    it knows kgs-genmove_cleanup
#   slow=S     every move takes S seconds       small      it plays on no board
#   pass       it only passes                   talk       it says something to standard error
#   resign=N   it gives up at its Nth move      log=FILE   what it is asked is written there
#   once=FILE  it starts only if there is no such file, and makes it
crash=0 illegal=0 hang=0 resign=0 slow=0 dead='' known='final_status_list' log=/dev/null
passes='' small='' talk='' cleanup=''
for word in "$@"; do
    case $word in
    crash=*) crash=${word#*=} ;;
    illegal=*) illegal=${word#*=} ;;
    hang=*) hang=${word#*=} ;;
    resign=*) resign=${word#*=} ;;
    slow=*) slow=${word#*=} ;;
    dead=*) dead=${word#*=} ;;
    log=*) log=${word#*=} ;;
    once=*)
        [ -e "${word#*=}" ] && exit 1
        : >"${word#*=}"
        ;;
    nodead) known='' ;;
    cleanup) cleanup='kgs-genmove_cleanup' ;;
    pass) passes=yes ;;
    small) small=yes ;;
    talk) talk=yes ;;
    esac
done

letters='A B C D E F G H J K L M N O P Q R S T'
size=19
moves=0
last=''
taken=''

answer() { printf '=%s %s\n\n' "$id" "$1"; }
refuse() { printf '?%s %s\n\n' "$id" "$1"; }

# The next free point of its own rows: Black from below, White from above.
next_point() {
    row=1
    while [ $row -le $size ]; do
        line=$row
        case $1 in [Ww]*) line=$((size + 1 - row)) ;; esac
        count=0
        for letter in $letters; do
            count=$((count + 1))
            [ $count -gt $size ] && break
            case " $taken " in
            *" $letter$line "*) ;;
            *)
                # Each keeps to its half, less the last point of every row: it has eyes there.
                if [ $count -lt $size ] && [ $row -le $((size / 2)) ]; then
                    point=$letter$line
                    return
                fi
                ;;
            esac
        done
        row=$((row + 1))
    done
    point=pass
}

while read -r line; do
    printf '%s\n' "$line" >>"$log"
    set -- $line
    id=''
    case $1 in [0-9]*) id=$1; shift ;; esac
    case $1 in
    protocol_version) answer 2 ;;
    name) answer 'Match test' ;;
    version) answer '1' ;;
    list_commands)
        printf '=%s name\n' "$id"
        for each in version play genmove boardsize clear_board komi $known $cleanup; do
            printf '%s\n' "$each"
        done
        printf '\n'
        ;;
    boardsize)
        if [ -n "$small" ]; then refuse 'unacceptable size'; else size=$2; answer ''; fi
        ;;
    clear_board) taken='' moves=0; answer '' ;;
    komi) answer '' ;;
    play) taken="$taken $(printf '%s' "$3" | tr a-z A-Z)" last=$3; answer '' ;;
    genmove | kgs-genmove_cleanup)
        moves=$((moves + 1))
        [ -n "$talk" ] && echo "thinking about move $moves" >&2
        [ $moves = "$crash" ] && { echo 'out of luck' >&2; exit 3; }
        [ $moves = "$hang" ] && sleep 600
        [ "$slow" != 0 ] && sleep "$slow"
        if [ $moves = "$resign" ]; then
            answer resign
        elif [ $moves = "$illegal" ]; then
            answer "$last"
        elif [ -n "$passes" ]; then
            answer pass
        else
            next_point "$2"
            [ $point != pass ] && taken="$taken $point"
            answer $point
        fi
        ;;
    final_status_list)
        if [ -n "$known" ]; then answer "$dead"; else refuse 'unknown command'; fi
        ;;
    quit) answer ''; exit 0 ;;
    *) refuse 'unknown command' ;;
    esac
done
