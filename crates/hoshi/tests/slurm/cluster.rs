//! A Slurm cluster on one machine, started by hand in a folder of its own: munged, slurmctld and three
//! slurmd, each a node. No systemd, no cgroups, no rights but those of whoever runs it.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How many nodes there are.
pub(crate) const NODES: usize = 3;

/// How long the daemons may take to be ready.
const START: Duration = Duration::from_secs(30);

/// A running cluster; all of it is gone when this is dropped.
pub(crate) struct Cluster {
    /// Everything of it is in here, and every process of it works in here.
    pub(crate) folder: PathBuf,
    daemons: Vec<Child>,
}

impl Cluster {
    /// Starts the daemons and waits for the nodes. Why it could not be done, else.
    pub(crate) fn start(folder: &Path) -> Result<Cluster, String> {
        let folder = fs::canonicalize(folder).map_err(|error| error.to_string())?;
        // The address of a socket has 108 bytes.
        if folder.as_os_str().len() > 80 {
            return Err(format!("{} is too long for a socket in it", folder.display()));
        }
        let mut cluster = Cluster { folder, daemons: Vec::new() };
        cluster.configure().map_err(|error| format!("its files cannot be written: {error}"))?;
        let [key, socket, pid, log, seed] = ["munge.key", "socket", "munge.pid", "log", "seed"]
            .map(|name| cluster.folder.join(name).display().to_string());
        let mut munged = cluster.command("munged");
        munged.args(["--foreground", "--num-threads=2"]);
        munged.args([format!("--key-file={key}"), format!("--socket={socket}")]);
        munged.args([format!("--pid-file={pid}"), format!("--log-file={log}")]);
        munged.arg(format!("--seed-file={seed}"));
        cluster.daemon(munged, "munged")?;
        let is_there = || Path::new(&socket).exists().then_some(());
        poll(START, is_there).ok_or_else(|| cluster.said("munged"))?;

        let mut slurmctld = cluster.command("slurmctld");
        slurmctld.args(["-D", "-c"]);
        cluster.daemon(slurmctld, "slurmctld")?;
        for node in 1..=NODES {
            cluster.start_node(node)?;
        }
        let is_ready = || {
            let states = cluster.ask("sinfo", &["--noheader", "--Node", "--format=%T"]);
            let states: Vec<&str> = states.split_whitespace().collect();
            (states.len() == NODES && states.iter().all(|&state| state == "idle")).then_some(())
        };
        poll(START, is_ready).ok_or_else(|| cluster.said("slurmctld"))?;
        Ok(cluster)
    }

    /// Starts the daemon of a node, for the first time or again.
    pub(crate) fn start_node(&mut self, node: usize) -> Result<(), String> {
        let name = format!("n{node}");
        let mut slurmd = self.command("slurmd");
        // What watches over a task is started here as well, so that it can be told by its folder.
        slurmd.args(["-D", "-N", &name]).current_dir(self.folder.join(&name));
        self.daemon(slurmd, &name)
    }

    /// Kills everything of a node at once, as if its power had gone.
    pub(crate) fn kill_node(&self, node: usize) {
        let place = self.folder.join(format!("n{node}"));
        let is_daemon = |process: &Process| process.place == place;
        let is_task = |process: &Process| process.node == Some(node);
        // The daemons stand still while the tasks are killed, so that nobody reports how the tasks ended. They
        // are killed last: a stopped task whose parent dies is sent SIGHUP and SIGCONT, and would work on.
        self.until_none(|process| is_daemon(process) && !process.is_stopped(), Signal::STOP);
        self.until_none(is_task, Signal::KILL);
        self.until_none(is_daemon, Signal::KILL);
    }

    /// Sends a signal to the processes of a kind until there is none of them.
    fn until_none(&self, is_meant: impl Fn(&Process) -> bool, signal: Signal) {
        let gone = poll(Duration::from_secs(10), || {
            let mut left = self.processes();
            left.retain(&is_meant);
            left.iter().for_each(|process| process.signal(signal));
            left.is_empty().then_some(())
        });
        assert!(gone.is_some(), "{signal:?} does not end them: {:?}", self.processes());
    }

    /// The processes of the cluster.
    pub(crate) fn processes(&self) -> Vec<Process> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse().ok();
        let processes = entries.flatten().filter_map(number).filter_map(Process::read);
        processes.filter(|process| process.place.starts_with(&self.folder)).collect()
    }

    /// A program that knows this cluster and no other.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).stdin(Stdio::null());
        let is_theirs =
            |name: &str| ["SLURM", "SBATCH", "MUNGE"].iter().any(|start| name.starts_with(start));
        for (name, _) in std::env::vars_os() {
            if name.to_str().is_some_and(is_theirs) {
                command.env_remove(name);
            }
        }
        // The daemons are where only their keeper looks for programs.
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:/usr/local/sbin:/usr/sbin:/sbin"));
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command
    }

    /// What a command of Slurm says; nothing if it fails.
    pub(crate) fn ask(&self, program: &str, words: &[&str]) -> String {
        let output = self.command(program).args(words).output();
        output
            .map(|Output { stdout, .. }| String::from_utf8_lossy(&stdout).into_owned())
            .unwrap_or_default()
    }

    /// A field of what Slurm knows about a job.
    pub(crate) fn job(&self, id: &str, field: &str) -> Option<String> {
        let said = self.ask("scontrol", &["--oneliner", "show", "job", id]);
        let start = format!("{field}=");
        said.split_whitespace().find_map(|word| Some(word.strip_prefix(&start)?.to_owned()))
    }

    /// The last that a daemon has said.
    pub(crate) fn said(&self, daemon: &str) -> String {
        let text = fs::read(self.log(daemon)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let lines: Vec<&str> = text.lines().rev().take(5).collect();
        let lines: Vec<&str> = lines.into_iter().rev().collect();
        format!("{daemon} is not ready; it says: {}", lines.join(" | "))
    }

    fn log(&self, daemon: &str) -> PathBuf {
        self.folder.join(format!("{daemon}.out"))
    }

    fn daemon(&mut self, mut command: Command, name: &str) -> Result<(), String> {
        let log = fs::OpenOptions::new().create(true).append(true).open(self.log(name));
        let log = log.map_err(|error| error.to_string())?;
        let copy = log.try_clone().map_err(|error| error.to_string())?;
        let child = command.stdout(log).stderr(copy).spawn();
        self.daemons.push(child.map_err(|error| format!("{name} does not start: {error}"))?);
        Ok(())
    }

    fn configure(&self) -> std::io::Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        for name in ["state", "n1", "n2", "n3"] {
            fs::create_dir(self.folder.join(name))?;
        }
        let key = self.folder.join("munge.key");
        let mut random = fs::File::open("/dev/urandom")?;
        let mut bytes = [0; 1024];
        std::io::Read::read_exact(&mut random, &mut bytes)?;
        fs::write(&key, bytes)?;
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600))?;
        // What asks munged must come to its socket, and munged wants nobody else to write beside it.
        fs::set_permissions(&self.folder, fs::Permissions::from_mode(0o755))?;
        fs::write(self.folder.join("cgroup.conf"), "CgroupAutomount=no\n")?;
        fs::write(self.folder.join("slurm.conf"), self.config()?)
    }

    fn config(&self) -> std::io::Result<String> {
        let name = Command::new("id").arg("-un").output()?;
        let user = String::from_utf8_lossy(&name.stdout).trim().to_owned();
        let host = fs::read_to_string("/proc/sys/kernel/hostname")?;
        let host = host.trim().split('.').next().unwrap_or("localhost").to_owned();
        // Ports that are free now; all of them are taken before the first is given up again.
        let ports: Vec<TcpListener> = (0..=NODES)
            .map(|_| TcpListener::bind("127.0.0.1:0"))
            .collect::<std::io::Result<_>>()?;
        let ports: Vec<u16> = ports
            .iter()
            .map(|port| Ok(port.local_addr()?.port()))
            .collect::<std::io::Result<_>>()?;
        let folder = self.folder.display();
        let mut text = format!(
            "ClusterName=hoshi
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/socket,cred_expire={CRED_EXPIRE}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000,sched_interval=1,bf_interval=1
ReturnToService=2
SlurmdTimeout=5
KillWait=2
MessageTimeout=5
MinJobAge=600
",
            ports[0]
        );
        for (node, port) in ports.iter().enumerate().skip(1) {
            text.push_str(&format!(
                "NodeName=n{node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1\n"
            ));
        }
        text.push_str("PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP\n");
        Ok(text)
    }
}

/// How long the right to run a task lasts, in seconds. One that lost its node waits as long before it runs
/// again; two minutes unless told.
const CRED_EXPIRE: u32 = 5;

impl Drop for Cluster {
    fn drop(&mut self) {
        // Those that were asked to end may still start another; so until there is none.
        let _ = poll(Duration::from_secs(10), || {
            let left = self.processes();
            left.iter().for_each(|process| process.signal(Signal::KILL));
            left.is_empty().then_some(())
        });
        for daemon in &mut self.daemons {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// A process of the cluster.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) id: i32,
    /// The folder that it works in.
    place: PathBuf,
    /// The program.
    pub(crate) program: PathBuf,
    /// The node whose task it is.
    pub(crate) node: Option<usize>,
    /// Which task of an array it is.
    pub(crate) task: Option<u64>,
}

impl Process {
    /// One that is alive and ours.
    fn read(id: i32) -> Option<Process> {
        let about = PathBuf::from(format!("/proc/{id}"));
        let place = fs::read_link(about.join("cwd")).ok()?;
        let program = fs::read_link(about.join("exe")).unwrap_or_default();
        let environment = fs::read(about.join("environ")).unwrap_or_default();
        let value = |name: &str| {
            let mut entries = environment.split(|&byte| byte == 0);
            entries.find_map(|entry| std::str::from_utf8(entry).ok()?.strip_prefix(name))
        };
        let node = value("SLURMD_NODENAME=n").and_then(|node| node.parse().ok());
        let task = value("SLURM_ARRAY_TASK_ID=").and_then(|task| task.parse().ok());
        Some(Process { id, place, program, node, task })
    }

    /// Sends a signal; who is gone gets none.
    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(id) = Pid::from_raw(self.id) {
            let _ = kill_process(id, signal);
        }
    }

    /// Whether all its threads stand still.
    pub(crate) fn is_stopped(&self) -> bool {
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", self.id)) else { return false };
        let is_stopped = |thread: fs::DirEntry| {
            let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
        };
        threads.flatten().all(is_stopped)
    }
}

/// Asks again and again until there is an answer; none if there is none in time.
pub(crate) fn poll<T>(limit: Duration, mut answer: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    loop {
        if let Some(answer) = answer() {
            return Some(answer);
        }
        if start.elapsed() > limit {
            return None;
        }
        thread::sleep(Duration::from_millis(50));
    }
}
