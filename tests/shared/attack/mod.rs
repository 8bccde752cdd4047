//! A random attack: one world, some hundred inputs, everything held after each.

pub mod engine;
pub mod hold;
pub mod hostile;
pub mod input;
pub mod world;

#[path = "../../editor/law/chance.rs"]
pub mod chance;
#[path = "../../editor/law/screen.rs"]
pub mod screen;

use hold::Hold;
use input::{Claim, Input};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use world::World;

/// Inputs of one attack.
const INPUTS: usize = 150;

/// A number from the environment.
pub fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Writes an attack's inputs to a file as they come, and takes it away when all is well.
///
/// So an input that fails, never ends, or ends the process is the file's last line.
struct Told {
    seed: u64,
    path: PathBuf,
    file: fs::File,
}

impl Told {
    fn new(seed: u64) -> Told {
        let name = format!("{}-{seed}.txt", env!("CARGO_CRATE_NAME"));
        // Beside cargo's own, as others of its folders may be copied meanwhile.
        let folder = std::env::current_exe().unwrap().ancestors().nth(3).unwrap().join("tmp");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        Told { seed, file: fs::File::create(&path).unwrap(), path }
    }

    fn tell(&mut self, input: &Input) {
        writeln!(self.file, "{input:?}").unwrap();
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        let Told { seed, path, .. } = self;
        if std::thread::panicking() {
            let inputs = fs::read_to_string(&*path).unwrap_or_default();
            let (count, last) = (inputs.lines().count(), inputs.lines().last().unwrap_or_default());
            eprintln!("attack {seed} failed at input {count}: {last}");
            eprintln!("all inputs: {}; again: UNDOODLE_ATTACK={seed}", path.display());
        } else {
            let _ = fs::remove_file(path);
        }
    }
}

/// Attacks an editor after the inputs it is prepared by. Each input that follows is handed to
/// `around` with what applies it.
pub fn attack(
    seed: u64,
    prepared: &[Input],
    mut around: impl FnMut(&Input, &mut dyn FnMut() -> Claim) -> Claim,
) {
    let mut told = Told::new(seed);
    let mut world = World::new(seed);
    for input in prepared {
        let file = input.file(&mut world.editor);
        told.tell(input);
        input.apply(&file, &mut world.editor);
    }
    world.editor.set_history_limits(world.limits()).unwrap();
    let mut hold = Hold::new(&mut world.editor);
    for _ in 0..INPUTS {
        let input = world.next();
        told.tell(&input);
        // A file that is made of the drawing keeps a transform, too, and so it does a shape that waits for its next press.
        let editor = &world.editor;
        let between = editor.is_transforming() || editor.is_peeking() || editor.is_waiting();
        let file = input.file(&mut world.editor);
        let claim = around(&input, &mut || input.apply(&file, &mut world.editor));
        if claim == Claim::Replaced {
            world.editor.set_history_limits(world.limits()).unwrap();
        }
        hold.check(&mut world.editor, claim, between);
    }
}
