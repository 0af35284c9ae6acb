# Runs under MicroPython's unix port, which has no raw REPL: as much of a board's as mpremote uses.
# Ends when the program calls machine.reset().
import io
import sys

from micropython import kbd_intr

kbd_intr(-1)
read = sys.stdin.buffer.read
write = sys.stdout.buffer.write


class Machine:
    def reset(self):
        raise SystemExit


sys.modules["machine"] = Machine()


def run(code):
    fault = b""
    try:
        exec(code, names)
    except Exception as error:
        told = io.StringIO()
        sys.print_exception(error, told)
        fault = told.getvalue().encode()
    write(b"\x04" + fault + b"\x04>")


program = b""
raw = False
names = {"__name__": "__main__"}
while True:
    byte = read(1)
    if not byte:
        break
    if byte == b"\x01":
        raw, program = True, b""
        write(b"raw REPL; CTRL-B to exit\r\n>")
    elif byte == b"\x02":
        raw = False
        write(b"\r\nMicroPython on a shim\r\n>>> ")
    elif not raw:
        continue
    elif byte == b"\x05":
        if read(1) != b"A":
            continue
        read(1)
        # Raw paste: all of it at once, the pseudo-terminal holds the host back
        write(b"R\x01\xff\xff")
        pasted = bytearray()
        byte = read(1)
        while byte != b"\x04":
            pasted.extend(byte)
            byte = read(1)
        write(b"\x04")
        run(bytes(pasted))
    elif byte == b"\x04":
        write(b"OK")
        run(program)
        program = b""
    elif byte not in b"\r\x03" or (byte == b"\r" and program):
        program += byte
