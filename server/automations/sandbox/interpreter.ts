/**
 * Runs one handler in a QuickJS instance: WebAssembly without files, network or processes, only the functions passed
 * in. Memory, stack and time are bounded; it always ends with a result or an error.
 */
import { createRequire } from 'node:module';
import {
  type CustomizeVariantOptions,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { type LogLevel, MAX_BYTES, MAX_CALLS } from './messages.js';
import { PRELUDE } from './prelude.js';

/** Provided by Node; only the browser types declare it. */
const wasm: {
  Memory: new (size: { initial: number; maximum: number }) => CustomizeVariantOptions['wasmMemory'];
} = Reflect.get(globalThis, 'WebAssembly');

/** The ES module is declared as CommonJS, so its type is corrected here. */
const variant: typeof import('@jitl/quickjs-wasmfile-release-sync') = createRequire(import.meta.url)(
  '@jitl/quickjs-wasmfile-release-sync',
);

const MEMORY = 64 * 1024 * 1024;
/** The initial memory of the module. */
const INITIAL = 16 * 1024 * 1024;
const PAGE = 64 * 1024;
const STACK = 128 * 1024;
const MAX_TIMERS = 1000;

/** What a run requires from its process. */
export interface Around {
  call(call: number, name: string, text: string): void;
  log(level: LogLevel, message: string): void;
}

export interface Ended {
  /** The JSON of the result. */
  text?: string;
  error?: { name: string; message: string };
}

const failure = (name: string, message: string): Ended => ({ error: { name, message } });

/** The value thrown inside the interpreter, or its own error. */
function causeOf(error: unknown): { name: unknown; message: unknown } {
  if (!(error instanceof Error)) return { name: 'Error', message: error };
  const { cause } = error;
  const inside = typeof cause === 'object' && cause !== null && 'name' in cause && 'message' in cause;
  return inside ? { name: cause.name, message: cause.message } : error;
}

export class Interpreter {
  readonly #around: Around;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #deadline: number;
  readonly #calls = new Map<number, QuickJSDeferredPromise>();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #made = 0;
  #inside: QuickJSHandle | undefined;
  #end: ((ended: Ended) => void) | undefined;
  #settled = false;

  private constructor(around: Around, runtime: QuickJSRuntime, budget: number) {
    this.#around = around;
    this.#runtime = runtime;
    this.#context = runtime.newContext();
    this.#deadline = Date.now() + budget;
    runtime.setMemoryLimit(MEMORY);
    runtime.setMaxStackSize(STACK);
    runtime.setInterruptHandler(() => Date.now() > this.#deadline);
  }

  /** A new interpreter with its own memory. */
  static async open(around: Around, budget: number): Promise<Interpreter> {
    // The interpreter's own limit only checks single allocations; this limits the memory as a whole.
    const wasmMemory = new wasm.Memory({ initial: INITIAL / PAGE, maximum: MEMORY / PAGE });
    const module = await newQuickJSWASMModuleFromVariant(newVariant(variant.default, { wasmMemory }));
    return new Interpreter(around, module.newRuntime(), budget);
  }

  /** Runs the handler's module and calls its default export with `ctx`. */
  run(source: string, input: string): Promise<Ended> {
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#finish(this.#tooLate()), this.#deadline - Date.now());
      this.#end = (ended) => {
        clearTimeout(late);
        resolve(ended);
      };
      try {
        this.#inside = this.#prelude(input);
        this.#start(source);
      } catch (error) {
        this.#finish(this.#problemOf(error));
      }
    });
  }

  /** The response to a call of the handler. */
  answer(call: number, ok: boolean, text: string): void {
    const deferred = this.#calls.get(call);
    this.#calls.delete(call);
    if (!deferred || this.#settled) return;
    const value = ok ? this.#context.newString(text) : this.#errorFrom(text);
    if (ok) deferred.resolve(value);
    else deferred.reject(value);
    value.dispose();
    this.#pump();
  }

  #prelude(input: string): QuickJSHandle {
    const context = this.#context;
    const host = context.newObject();
    const put = (name: string, handle: QuickJSHandle) => {
      context.setProp(host, name, handle);
      handle.dispose();
    };
    put('input', context.newString(input));
    put(
      'log',
      context.newFunction('log', (level, message) => {
        const name = context.getString(level);
        const known = name === 'debug' || name === 'warn' || name === 'error' ? name : 'info';
        this.#around.log(known, context.getString(message));
      }),
    );
    put(
      'timer',
      context.newFunction('timer', (id, ms) => this.#setTimer(context.getNumber(id), context.getNumber(ms))),
    );
    put(
      'call',
      context.newFunction('call', (name, text) =>
        this.#ask(context.getString(name), context.getString(text)),
      ),
    );
    context.setProp(context.global, '__host', host);
    host.dispose();
    return context.unwrapResult(context.evalCode(PRELUDE, 'plinth.js'));
  }

  #start(source: string): void {
    const context = this.#context;
    const module = context.unwrapResult(context.evalCode(source, 'handler.mjs', { type: 'module' }));
    // A module with top-level await evaluates to a promise of its exports.
    this.#follow(module, (exports) => {
      const handler = context.getProp(exports, 'default');
      if (context.typeof(handler) !== 'function') {
        this.#finish(failure('TypeError', 'The handler must have a function as its default export'));
        return;
      }
      const ctx = this.#part('ctx');
      const returned = context.unwrapResult(context.callFunction(handler, context.undefined, ctx));
      this.#follow(returned, (value) => this.#finish(this.#resultOf(value)));
    });
    this.#pump();
  }

  /** Continues with a value, awaiting it when it is a promise. */
  #follow(handle: QuickJSHandle, next: (value: QuickJSHandle) => void): void {
    const state = this.#context.getPromiseState(handle);
    if (state.type === 'fulfilled') next(state.notAPromise ? handle : state.value);
    else if (state.type === 'rejected') this.#finish(this.#thrown(state.error));
    else this.#waiting = () => this.#follow(handle, next);
  }

  #waiting: (() => void) | undefined;

  /** Runs pending jobs, then checks whether the run is finished. */
  #pump(): void {
    if (this.#settled) return;
    try {
      for (let again = true; again && !this.#settled; ) {
        const done = this.#runtime.executePendingJobs();
        if (done.error) {
          this.#finish(this.#thrown(done.error));
          return;
        }
        const waiting = this.#waiting;
        this.#waiting = undefined;
        waiting?.();
        again = this.#runtime.hasPendingJob();
      }
      if (this.#settled || this.#calls.size > 0 || this.#timers.size > 0) return;
      this.#finish(failure('Error', 'The handler waits for a promise that never settles'));
    } catch (error) {
      this.#finish(this.#problemOf(error));
    }
  }

  #ask(name: string, text: string): QuickJSHandle {
    this.#made += 1;
    if (this.#made > MAX_CALLS) throw new Error(`A run can make at most ${MAX_CALLS} calls`);
    if (Buffer.byteLength(text) > MAX_BYTES)
      throw new Error('The arguments of a call can have at most 1 MB of JSON');
    const deferred = this.#context.newPromise();
    this.#calls.set(this.#made, deferred);
    this.#around.call(this.#made, name, text);
    return deferred.handle;
  }

  #setTimer(id: number, ms: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    if (ms < 0) return;
    if (this.#timers.size >= MAX_TIMERS)
      throw new Error(`A run can have at most ${MAX_TIMERS} timers at once`);
    const fire = () => {
      this.#timers.delete(id);
      if (this.#settled) return;
      const context = this.#context;
      const number = context.newNumber(id);
      const fired = context.callFunction(this.#part('fire'), context.undefined, number);
      number.dispose();
      if (fired.error) this.#finish(this.#thrown(fired.error));
      else this.#pump();
    };
    this.#timers.set(id, setTimeout(fire, ms));
  }

  #part(name: string): QuickJSHandle {
    if (!this.#inside) throw new Error('The sandbox is not ready');
    return this.#context.getProp(this.#inside, name);
  }

  #resultOf(value: QuickJSHandle): Ended {
    const context = this.#context;
    const text = context.callFunction(this.#part('result'), context.undefined, value);
    if (text.error) return this.#thrown(text.error);
    const json = context.getString(text.value);
    if (Buffer.byteLength(json) > MAX_BYTES) {
      return failure('RangeError', 'The result is larger than 1 MB of JSON');
    }
    return { text: json };
  }

  #errorFrom(text: string): QuickJSHandle {
    const { name, message }: { name?: unknown; message?: unknown } = JSON.parse(text);
    return this.#context.newError({ name: String(name), message: String(message) });
  }

  #tooLate = (): Ended => failure('TimeoutError', 'The handler took too long');

  /** The error of a run: from the interpreter or from WebAssembly. */
  #problemOf(error: unknown): Ended {
    if (Date.now() > this.#deadline) return this.#tooLate();
    const { name, message } = causeOf(error);
    return failure(String(name).slice(0, 100), String(message).slice(0, 2000));
  }

  /** The error thrown by the handler. */
  #thrown(error: QuickJSHandle): Ended {
    if (Date.now() > this.#deadline) return this.#tooLate();
    try {
      const context = this.#context;
      const described = context.callFunction(this.#part('problem'), context.undefined, error);
      if (described.error) return failure('Error', 'The handler failed without an error message');
      const { name, message }: { name: string; message: string } = JSON.parse(
        context.getString(described.value),
      );
      return failure(name, message);
    } catch {
      return failure('Error', 'The handler failed without an error message');
    }
  }

  #finish(ended: Ended): void {
    if (this.#settled) return;
    this.#settled = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#end?.(ended);
  }
}
