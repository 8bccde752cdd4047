//! Cuts a wasm module in two: what is called at once, and the rest, which is loaded when it is called.
//!
//! Problem: a page downloads all of its program before it shows anything, and needs a third of it for that. Idea: a
//! recording says which functions are called until a person has painted. These stay in the first module, with the memory
//! and its data. Every other function lies in the second one, and the first has at most a stub of it, which has the second
//! module loaded and goes on there by the table of functions. Invariant: a caller can't tell the two modules from one.
//!
//! ```text
//! split record  whole.wasm recording.wasm           each function calls the import rest.called with its number first
//! split cut     whole.wasm called.txt first.wasm rest.wasm
//! ```

mod tables;

use std::collections::{HashMap, HashSet};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use walrus::ir::{UnaryOp, Value};
use walrus::{
    ConstExpr, ElementItems, ElementKind, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    ImportedFunction, Module, ModuleConfig, TableId, ValType, passes,
};

/// Name of the module that both parts import from: JavaScript's `load` for the first one, the first one for the second.
const REST: &str = "rest";

/// Parses a module; each of its functions is named by its number, so that they can be put in order again.
fn parse(bytes: &[u8]) -> Result<(Module, Vec<FunctionId>)> {
    let mut module = ModuleConfig::new().generate_producers_section(false).parse(bytes)?;
    let mut own: Vec<_> = module.funcs.iter_local().map(|(id, _)| id).collect();
    own.sort_by_key(|id| id.index());
    for (number, id) in own.iter().enumerate() {
        module.funcs.get_mut(*id).name = Some(format!("{number:06}"));
    }
    Ok((module, own))
}

/// Makes a module of which each function tells its number when it is called.
fn record(bytes: &[u8]) -> Result<Vec<u8>> {
    let (mut module, own) = parse(bytes)?;
    let ty = module.types.add(&[ValType::I32], &[]);
    let (called, _) = module.add_import_func(REST, "called", ty);
    for (number, id) in own.into_iter().enumerate() {
        let function = module.funcs.get_mut(id).kind.unwrap_local_mut();
        function.builder_mut().func_body().const_at(0, Value::I32(number as i32)).call_at(1, called);
    }
    Ok(module.emit_wasm())
}

/// Replaces a function's body, given what is done with its parameters.
fn replace(
    module: &mut Module,
    id: FunctionId,
    body: impl FnOnce(&mut walrus::InstrSeqBuilder, &[walrus::LocalId]),
) {
    let ty = module.funcs.get(id).ty();
    let (params, results) = module.types.params_results(ty);
    let (params, results) = (params.to_vec(), results.to_vec());
    let mut builder = FunctionBuilder::new(&mut module.types, &params, &results);
    let locals: Vec<_> = params.iter().map(|ty| module.locals.add(*ty)).collect();
    body(&mut builder.func_body(), &locals);
    module.funcs.get_mut(id).kind = FunctionKind::Local(builder.local_func(locals));
}

/// Returns the functions of the rest that the first module refers to: calls, exports, and its table.
fn entered(bytes: &[u8], called: &HashSet<usize>) -> Result<Vec<usize>> {
    let (mut module, own) = parse(bytes)?;
    for id in own.iter().enumerate().filter(|(number, _)| !called.contains(number)).map(|(_, id)| id) {
        replace(&mut module, *id, |body, _| {
            body.unreachable();
        });
    }
    passes::gc::run(&mut module);
    let left: HashSet<_> = module.funcs.iter().map(|function| function.id()).collect();
    Ok((0..own.len()).filter(|number| !called.contains(number) && left.contains(&own[*number])).collect())
}

/// Returns the table of functions, by which stubs go on.
fn table(module: &Module) -> Result<TableId> {
    module.tables.main_function_table()?.context("the module has no table of functions")
}

/// Makes the second module, and returns it with the names and the numbers of what it imports from the first.
fn rest(
    bytes: &[u8],
    called: &HashSet<usize>,
    entered: &[usize],
    base: u64,
    table_at: Option<u32>,
) -> Result<(Vec<u8>, Vec<String>)> {
    let (mut module, own) = parse(bytes)?;
    let numbers: HashMap<_, _> = own.iter().enumerate().map(|(number, id)| (*id, number)).collect();
    let exports: Vec<_> = module.exports.iter().map(|export| export.id()).collect();
    exports.into_iter().for_each(|id| module.exports.delete(id));
    let imports: Vec<_> = module.imports.iter().map(|import| import.id()).collect();
    imports.into_iter().for_each(|id| module.imports.delete(id));
    module.start = None;

    let functions: Vec<_> = module.funcs.iter().map(|function| (function.id(), function.ty())).collect();
    for (id, ty) in functions {
        if numbers.get(&id).is_none_or(|number| called.contains(number)) {
            let import = module.imports.add(REST, &format!("f{}", id.index()), id);
            module.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
        }
    }
    let data: Vec<_> = module.data.iter().map(|data| data.id()).collect();
    data.into_iter().for_each(|id| module.data.delete(id));
    let elements: Vec<_> = module.elements.iter().map(|element| element.id()).collect();
    elements.into_iter().for_each(|id| module.elements.delete(id));
    let memories: Vec<_> = module.memories.iter().map(|memory| memory.id()).collect();
    for id in memories {
        let import = module.imports.add(REST, &format!("m{}", id.index()), id);
        let memory = module.memories.get_mut(id);
        memory.import = Some(import);
        memory.data_segments.clear();
    }
    if let Some(start) = table_at {
        tables::put(&mut module, start, &tables::crc32());
    }
    let into = table(&module)?;
    let tables: Vec<_> = module.tables.iter().map(|table| table.id()).collect();
    for id in tables {
        let import = module.imports.add(REST, &format!("t{}", id.index()), id);
        let table = module.tables.get_mut(id);
        table.import = Some(import);
        table.elem_segments.clear();
        if id == into {
            table.initial = base + entered.len() as u64;
            table.maximum = table.maximum.map(|most| most + entered.len() as u64);
        }
    }
    let globals: Vec<_> = module.globals.iter().map(|global| global.id()).collect();
    for id in globals {
        let import = module.imports.add(REST, &format!("g{}", id.index()), id);
        module.globals.get_mut(id).kind = GlobalKind::Import(import);
    }
    let items = ElementItems::Functions(entered.iter().map(|number| own[*number]).collect());
    let offset = ConstExpr::Value(Value::I32(base as i32));
    let element = module.elements.add(ElementKind::Active { table: into, offset }, items);
    module.tables.get_mut(into).elem_segments.insert(element);
    passes::gc::run(&mut module);
    let wanted = module.imports.iter().map(|import| import.name.clone()).collect();
    Ok((module.emit_wasm(), wanted))
}

/// Makes the first module, which exports what the second one wants of it, and returns it with the address of the table that
/// it has left to that one.
fn first(
    bytes: &[u8],
    called: &HashSet<usize>,
    entered: &[usize],
    base: u64,
    wanted: &[String],
) -> Result<(Vec<u8>, Option<u32>)> {
    let (mut module, own) = parse(bytes)?;
    let into = table(&module)?;
    let ty = module.types.add(&[], &[]);
    let (load, _) = module.add_import_func(REST, "load", ty);
    let loaded = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
    let places: HashMap<_, _> = entered.iter().enumerate().map(|(place, number)| (*number, place)).collect();
    for (number, id) in own.iter().enumerate().filter(|(number, _)| !called.contains(number)) {
        let ty = module.funcs.get(*id).ty();
        let place = places.get(&number).map(|place| base + *place as u64);
        replace(&mut module, *id, |body, locals| {
            let Some(place) = place else {
                body.unreachable();
                return;
            };
            body.global_get(loaded).unop(UnaryOp::I32Eqz).if_else(
                None,
                |absent| {
                    absent.call(load);
                },
                |_| {},
            );
            for local in locals {
                body.local_get(*local);
            }
            body.i32_const(place as i32).call_indirect(ty, into);
        });
    }
    let room = entered.len() as u64;
    let table = module.tables.get_mut(into);
    table.initial += room;
    table.maximum = table.maximum.map(|most| most + room);
    module.exports.add("rest_loaded", loaded);
    let wanted: HashSet<_> = wanted.iter().map(String::as_str).collect();
    let functions: Vec<_> = module.funcs.iter().map(|function| function.id()).collect();
    for id in functions {
        let name = format!("f{}", id.index());
        if wanted.contains(name.as_str()) {
            module.exports.add(&name, id);
        }
    }
    let memories: Vec<_> = module.memories.iter().map(|memory| memory.id()).collect();
    for id in memories {
        module.exports.add(&format!("m{}", id.index()), id);
    }
    let tables: Vec<_> = module.tables.iter().map(|table| table.id()).collect();
    for id in tables {
        module.exports.add(&format!("t{}", id.index()), id);
    }
    let globals: Vec<_> = module.globals.iter().map(|global| global.id()).collect();
    for id in globals {
        let name = format!("g{}", id.index());
        if wanted.contains(name.as_str()) {
            module.exports.add(&name, id);
        }
    }
    passes::gc::run(&mut module);
    let table = tables::crc32();
    let table_at =
        tables::place(&module, &table).filter(|start| !tables::is_read(&module, *start, table.len()));
    if let Some(start) = table_at {
        tables::clear(&mut module, start, table.len());
    }
    Ok((module.emit_wasm(), table_at))
}

fn run(arguments: &[&str]) -> Result<()> {
    match arguments {
        ["record", whole, recording] => Ok(std::fs::write(recording, record(&std::fs::read(whole)?)?)?),
        ["cut", whole, called, one, other] => {
            let bytes = std::fs::read(whole)?;
            let called = std::fs::read_to_string(called)?;
            let called = called
                .split_whitespace()
                .map(|number| Ok(number.parse()?))
                .collect::<Result<HashSet<usize>>>()?;
            let entered = entered(&bytes, &called)?;
            let (module, _) = parse(&bytes)?;
            let base = module.tables.get(table(&module)?).initial;
            let (_, wanted) = rest(&bytes, &called, &entered, base, None)?;
            let (first, table_at) = first(&bytes, &called, &entered, base, &wanted)?;
            let (rest, wanted_then) = rest(&bytes, &called, &entered, base, table_at)?;
            if wanted_then != wanted {
                bail!("a table changes what the second module imports");
            }
            std::fs::write(one, first)?;
            Ok(std::fs::write(other, rest)?)
        }
        _ => bail!("usage: split record <whole> <recording>, or split cut <whole> <called> <first> <rest>"),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
