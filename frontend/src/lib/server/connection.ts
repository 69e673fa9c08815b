// One WebSocket to a table that comes back by itself. What was not acknowledged is sent again with the same
// id, so that a move is neither lost nor made twice.
import { upgrade } from '../page/upgrade';
import type { ClientMessage, ServerMessage } from './protocol';

export type Answer = Extract<ServerMessage, { id: string } | { type: 'refused' }>;
export type Request = Exclude<ClientMessage, { type: 'hello' }>;
export type Body<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Waiting {
  message: Request;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

export type Status = 'connecting' | 'open' | 'lost' | 'forbidden' | 'unknown' | 'closed';

const FINAL: Record<number, Status> = { 4403: 'forbidden', 4404: 'unknown', 4410: 'unknown' };
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const HEARTBEAT = 20_000;

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private counter = 0;
  private readonly prefix = crypto.getRandomValues(new Uint32Array(2)).join('-');
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private isDone = false;

  constructor(
    private readonly table: string,
    private readonly since: () => number | null,
    private readonly heard: (message: ServerMessage) => void,
    private readonly changed: (status: Status) => void,
  ) {
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  private hurry = (): void => {
    if (this.isDone || document.visibilityState === 'hidden' || this.socket) return;
    clearTimeout(this.timer);
    this.open();
  };

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/ws`);
    this.socket = socket;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: 'hello', protocol: 1, mode: 'views', since: this.since() }));
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.lost(event.code);
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.wait = FIRST_WAIT;
      this.changed('open');
      clearInterval(this.heart);
      this.heart = setInterval(() => void this.ask({ type: 'ping' }).catch(() => undefined), HEARTBEAT);
      for (const { message: unanswered } of this.waiting.values()) this.post(unanswered);
    }
    if (message.type === 'refused' && message.problem.code === 'version') upgrade();
    if ('id' in message && message.id !== null) {
      const request = this.waiting.get(message.id);
      if (request) {
        this.waiting.delete(message.id);
        request.resolve(message);
      }
    }
    this.heard(message);
  }

  private lost(code: number): void {
    this.socket = null;
    clearInterval(this.heart);
    if (this.isDone) return;
    const final = FINAL[code];
    if (final) {
      this.changed(final);
      this.close();
      return;
    }
    this.changed('lost');
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private post(message: Request): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** A name that no message has had. */
  name = (): string => `${this.prefix}-${this.counter++}`;

  /** Sends a message, again after every reconnection, until it is answered. */
  ask(body: Body<Request>, id = this.name()): Promise<Answer> {
    const message = { ...body, id };
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      this.post(message);
    });
  }

  close(): void {
    this.isDone = true;
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.timer);
    clearInterval(this.heart);
    this.socket?.close();
    for (const { reject } of this.waiting.values()) reject(new Error('closed'));
    this.waiting.clear();
  }
}
