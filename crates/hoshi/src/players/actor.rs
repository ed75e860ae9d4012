//! An engine on a thread of its own, so that whoever plays against it never waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use hoshi_gtp::{Engine, Fault, Genmove, Player};

use super::{ERRAND, FAREWELL, GREETING, Task};

/// How long the thread waits before it looks whether it is still wanted.
const SLICE: Duration = Duration::from_millis(20);

/// An engine that plays. One that failed, or was called off, is started anew when it is next asked.
#[derive(Debug)]
pub(crate) struct EngineMind {
    words: Vec<String>,
    name: String,
    worker: Option<Worker>,
    is_thinking: bool,
    notes: Vec<String>,
}

/// The thread, and the ways to it.
#[derive(Debug)]
struct Worker {
    tasks: Option<Sender<Box<Task>>>,
    news: Receiver<News>,
    called_off: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

enum News {
    /// It is an engine, and calls itself so.
    Started(String),
    Note(String),
    /// The engine, or what it was asked, has failed.
    Failed(Fault),
    Move(Genmove),
}

impl EngineMind {
    /// Starts an engine, and waits until it has said that it is one.
    pub(crate) fn start(words: Vec<String>) -> Result<EngineMind, Fault> {
        let worker = Worker::start(words.clone());
        let name = loop {
            match worker.news.recv() {
                Ok(News::Started(name)) => break name,
                Ok(News::Failed(fault)) => return Err(fault),
                Ok(News::Note(_) | News::Move(_)) => {}
                Err(_) => return Err(gone()),
            }
        };
        let notes = Vec::new();
        Ok(EngineMind { words, name, worker: Some(worker), is_thinking: false, notes })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    pub(crate) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    pub(crate) fn begin(&mut self, task: Task) {
        let worker = self.worker.get_or_insert_with(|| Worker::start(self.words.clone()));
        // If the thread is gone, that is seen when its answer is asked for.
        if let Some(tasks) = &worker.tasks {
            let _ = tasks.send(Box::new(task));
        }
        self.is_thinking = true;
    }

    pub(crate) fn poll(&mut self, patience: Duration) -> Option<Result<Genmove, Fault>> {
        let worker = self.worker.as_ref().filter(|_| self.is_thinking)?;
        let mut patience = patience;
        loop {
            let news = match worker.news.recv_timeout(patience) {
                Ok(news) => news,
                Err(mpsc::RecvTimeoutError::Timeout) => return None,
                Err(mpsc::RecvTimeoutError::Disconnected) => News::Failed(gone()),
            };
            patience = Duration::ZERO;
            match news {
                News::Started(name) => self.name = name,
                News::Note(note) => self.notes.push(note),
                News::Move(genmove) => {
                    self.is_thinking = false;
                    return Some(Ok(genmove));
                }
                News::Failed(fault) => {
                    self.call_off();
                    return Some(Err(fault));
                }
            }
        }
    }

    /// Ends the engine: there is no other way to have every engine think no more.
    pub(crate) fn call_off(&mut self) {
        self.is_thinking = false;
        self.worker = None;
    }
}

/// What is said of a thread that ended without a word.
fn gone() -> Fault {
    Fault::Unfit("the engine is gone".to_owned())
}

impl Worker {
    fn start(words: Vec<String>) -> Worker {
        let (tasks, orders) = mpsc::channel();
        let (tell, news) = mpsc::channel();
        let called_off = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&called_off);
        let thread = thread::spawn(move || {
            // Whoever does not listen any more needs no answer.
            if let Err(fault) = work(&words, &orders, &tell, &flag) {
                let _ = tell.send(News::Failed(fault));
            }
        });
        Worker { tasks: Some(tasks), news, called_off, thread: Some(thread) }
    }
}

impl Drop for Worker {
    /// Waits for the thread, which ends the engine: nothing of it is left when this is over.
    fn drop(&mut self) {
        self.called_off.store(true, Ordering::Relaxed);
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(
    words: &[String],
    orders: &Receiver<Box<Task>>,
    tell: &Sender<News>,
    called_off: &Arc<AtomicBool>,
) -> Result<(), Fault> {
    let engine = Engine::start_unless(words, GREETING, Some(Arc::clone(called_off)))?;
    let _ = tell.send(News::Started(engine.full_name()));
    let mut player = Player::new(engine, ERRAND);
    while let Ok(task) = orders.recv() {
        let turn = task.game.turn();
        player.follow(&task.game, task.time.map(|(limit, _)| limit))?;
        for note in player.take_notes() {
            let _ = tell.send(News::Note(note));
        }
        player.begin_genmove(turn, task.time.map(|(_, left)| left), task.limit)?;
        let genmove = loop {
            if let Some(genmove) = player.poll_genmove()? {
                break genmove;
            }
            if called_off.load(Ordering::Relaxed) {
                // In the middle of a thought there is no polite way.
                return Ok(());
            }
            player.wait(SLICE);
        };
        let _ = tell.send(News::Move(genmove));
    }
    player.into_engine().quit(FAREWELL);
    Ok(())
}
