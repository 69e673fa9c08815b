// A table as this screen sees it: what the server said, shown at a pace that a person can follow.
import { api, Refusal } from './api';
import { Connection, type Status } from './connection';
import { late, Moves, type Find } from './moves.svelte';
import { askAbout, textOf } from './questions';
import { FairTable } from '../fair/fair.svelte';
import { emptyFold, fold, swept, type Fold } from './fold';
import type { About, Known, Listed, Way } from '../cards/knowledge.svelte';
import { isolated } from '../words/names';
import type {
  AdviceForm,
  CoachForm,
  ChoiceForm,
  DecisionForm,
  Links,
  MoveForm,
  Problem,
  ResultForm,
  ServerMessage,
  TableInfo,
  TermsForm,
  Update,
  ViewForm,
  You,
} from './protocol';
import { Talk, type Phrase } from './talk.svelte';
import { relink, settings } from '../kept/settings.svelte';
import { onStray } from '../page/clicks';
import { notify } from '../page/notify';
import { sound } from '../page/sound';
import { gameName, noticeWords, problemWords } from '../words/said';
import { t } from '../words/texts';
import { eventWords, suitsIn } from '../words/words';

export interface LogLine {
  key: string;
  match: number;
  deal: number;
  seat: number | null;
  text: string;
  /** Suits that the line speaks of, for their signs. */
  suits: string[];
  /** The bot that chose the move, where it is not the one that sits there. */
  level?: string;
}

export interface DealResult {
  match: number;
  deal: number;
  n: number;
  result: ResultForm;
}

/** A trick that was taken lies for so long, and then goes to whoever gets it. */
const REST = 560;
const SWEEP = 300;
const nowhere: Find = () => Promise.resolve(late());
const NO_DECISION: DecisionForm = { must: null, may: null, take_back: null, legal: null };

const result = ({ match, deal, n }: Update, written: ResultForm): DealResult => ({
  match,
  deal,
  n,
  result: written,
});

export class TableClient {
  status = $state<Status>('connecting');
  you = $state<You | null>(null);
  table = $state<TableInfo | null>(null);
  view = $state.raw<ViewForm | null>(null);
  decision = $state.raw<DecisionForm>(NO_DECISION);
  waiting = $state.raw<number[]>([]);
  deadline = $state<number | null>(null);
  folded = $state.raw<Fold>(emptyFold());
  log = $state.raw<LogLine[]>([]);
  results = $state.raw<DealResult[]>([]);
  /** All that we may do; null: not known yet. */
  legal = $state.raw<MoveForm[] | null>(null);
  /** What of it is made without cards: that is always known. */
  plain = $state.raw<MoveForm[]>([]);
  /** The cards that may be chosen from now, and how many; null: none are asked for. */
  choice = $state.raw<ChoiceForm | null>(null);
  /** What the options of this table come to. */
  terms = $state.raw<TermsForm | null>(null);
  problem = $state<Problem | null>(null);
  notice = $state('');
  spoken = $state('');
  isBehind = $state(false);
  private isTakingBack = $state(false);
  /** How often the links of this table were made anew while we were here. */
  links = $state(0);

  /** What people here say to each other. */
  readonly talk = new Talk();
  /** Our own moves on their way. */
  readonly moves: Moves;
  /** Our part in every shuffle, and whether the server keeps its word. */
  readonly fair: FairTable;
  private readonly connection: Connection;
  private latest: number | null = null;
  private hasResumed = false;
  private caughtUpTo = 0;
  private queue: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0;
  /** Milliseconds after what was shown last before anything of others is shown. */
  private hold = 0;
  private sweeping: ReturnType<typeof setTimeout> | undefined;

  private readonly hearNoMore = onStray(() => this.note(t.table.onlyFirst));

  constructor(readonly id: string) {
    this.fair = new FairTable(id, (form) => this.connection.ask(form));
    const table = (): TableClient => this;
    this.moves = new Moves({
      id,
      get decision() {
        return table().decision;
      },
      ask: (body, name) => this.connection.ask(body, name),
      name: () => this.connection.name(),
      say: (problem) => this.explain(problem),
    });
    this.connection = new Connection(
      id,
      () => this.latest,
      (message) => this.hear(message),
      (status) => this.turned(status),
    );
  }

  get seat(): number | null {
    return this.you?.seat ?? null;
  }

  /** "You" for yourself, otherwise the name. */
  name = (seat: number): string =>
    seat === this.seat ? t.you : isolated(this.table?.seats[seat]?.name || t.lobby.seat(seat));

  /** Also for yourself the name. */
  fullName = (seat: number): string => this.table?.seats[seat]?.name || t.lobby.seat(seat);

  sideName = (side: number): string => {
    const seats = this.table?.sides[side] ?? [];
    return t.and(seats.map(this.name));
  };

  /** The decision that is open, be it one that must or one that may be made. */
  get asked(): number | null {
    return this.decision.must ?? this.decision.may;
  }

  get isMyTurn(): boolean {
    return this.decision.must !== null && !this.isBehind;
  }

  /** Whom the table waits for, where it is not us. */
  get turnWords(): string {
    const others = this.waiting.filter((seat) => seat !== this.seat);
    if (!others.length || this.decision.must !== null) return '';
    return others.length === 1 ? t.table.turnOf(this.name(others[0] ?? 0)) : t.table.nextWaiting;
  }

  /** Whether an answer of ours is on its way; a bet is none. */
  get isSending(): boolean {
    return this.isTakingBack || this.moves.answer !== null;
  }

  /** The cards in our hand, without those that are on their way from it. */
  get hand(): string[] {
    return this.view ? this.moves.left(this.view.hand) : [];
  }

  /** All legal moves, where the server lists all that are made with cards. */
  get listed(): Listed | null {
    const { legal, choice, asked } = this;
    return legal && choice?.is_listed ? { decision: asked, moves: legal } : null;
  }

  get canTakeBack(): boolean {
    return this.decision.take_back !== null && !this.isBehind;
  }

  close(): void {
    this.hearNoMore();
    clearTimeout(this.timer);
    clearTimeout(this.sweeping);
    this.connection.close();
  }

  private turned(status: Status): void {
    if (status === 'lost' && this.status === 'open') this.notice = t.table.reconnecting;
    if (status === 'open' && this.status === 'lost') this.note(t.table.reconnected);
    this.status = status;
  }

  /** Says something for a moment. */
  note(words: string): void {
    this.notice = words;
    setTimeout(() => {
      if (this.notice === words) this.notice = '';
    }, 2500);
  }

  private hear(message: ServerMessage): void {
    this.fair.hear(message);
    switch (message.type) {
      case 'welcome':
        this.you = message.you;
        this.table = message.table;
        this.terms = message.terms;
        this.caughtUpTo = message.n;
        this.catchUp();
        // What is too long ago does not follow: earlier deals of this match are fetched for log and scores.
        if (this.latest === null || message.first > this.latest + 1) {
          void this.recall(Math.max(message.match_n - 1, this.latest ?? 0), message.first).catch(
            () => undefined,
          );
        }
        // What we missed follows without views: this is how things stand after it.
        this.waiting = message.waiting;
        this.deadline = message.deadline;
        if (message.view) this.view = message.view;
        this.take(message.decision);
        if (message.first > message.n) void this.refresh();
        if (!this.hasResumed) this.moves.resume();
        this.hasResumed = true;
        break;
      case 'table':
        this.table = message.table;
        break;
      case 'update':
        this.arrive(message);
        break;
      case 'said':
        this.talk.hear(message, this.name(message.seat), message.seat === this.seat);
        break;
      case 'links':
        this.relink(message.links);
        break;
      case 'notice':
        this.notice = noticeWords(message);
        break;
    }
  }

  /** The links that others come in by are these from now on; only the host has them. */
  relink(links: Links | null): void {
    relink(this.id, links);
    this.links++;
  }

  // Pace: moves of others are shown one after another; what happened while we were away is shown at once.

  private arrive(update: Update): void {
    if (this.latest !== null && update.n <= this.latest) return;
    this.latest = update.n;
    if (update.n <= this.caughtUpTo) {
      this.show(update, false);
      return;
    }
    this.queue.push(update);
    this.pump();
  }

  private pump(): void {
    clearTimeout(this.timer);
    while (this.queue.length) {
      const next = this.queue[0] as Update;
      const isOwn = next.seat !== null && next.seat === this.seat && next.by === 'person';
      const due = next.kind === 'move' && !isOwn ? this.shownAt + this.hold : 0;
      const left = document.visibilityState === 'hidden' ? 0 : due - performance.now();
      if (left > 4) {
        this.isBehind = true;
        this.timer = setTimeout(() => this.pump(), left);
        return;
      }
      this.queue.shift();
      this.show(next, true);
    }
    this.isBehind = false;
    void this.refresh();
  }

  /** Shows everything that has happened, without any pause. */
  catchUp(): void {
    while (this.queue.length) this.show(this.queue.shift() as Update, true);
    clearTimeout(this.timer);
    this.isBehind = false;
    void this.refresh();
  }

  private async recall(after: number, before: number): Promise<void> {
    const log: LogLine[] = [];
    const results: DealResult[] = [];
    while (after < before - 1) {
      const page = await api.history(this.id, after);
      for (const update of page.updates) {
        if (update.n <= after || update.n >= before) continue;
        log.push(...this.lines(update));
        if (update.result) results.push(result(update, update.result));
      }
      if (page.last <= after) break;
      after = page.last;
    }
    const known = new Set(this.results.map((one) => one.n));
    this.log = [...log, ...this.log];
    this.results = [...results.filter((one) => !known.has(one.n)), ...this.results];
  }

  private lines(update: Update): LogLine[] {
    const isOther = update.by === 'bot' && update.by_level !== this.table?.seats[update.seat ?? 0]?.level;
    const level = (isOther && update.by_level) || undefined;
    return update.events.flatMap((event, i) => {
      const text = eventWords(event, this.name);
      const seat = 'seat' in event ? event.seat : null;
      const suits = suitsIn(event);
      const { match, deal } = update;
      const by = seat === update.seat ? level : undefined;
      return text ? [{ key: `${update.n}.${i}`, match, deal, seat, text, suits, level: by }] : [];
    });
  }

  private show(update: Update, isLive: boolean): void {
    let folded = update.kind === 'match' || update.kind === 'deal' ? emptyFold() : this.folded;
    const lines = this.lines(update);
    for (const event of update.events) folded = fold(folded, event);
    this.folded = folded;
    if (update.took_back !== null && update.seat !== null) {
      // What did not happen after all leaves the log; it was hidden, so neither trick nor passes change.
      this.log = this.log.filter((line) => !line.key.startsWith(`${update.took_back}.`));
      lines.push({
        key: `${update.n}.back`,
        match: update.match,
        deal: update.deal,
        seat: update.seat,
        text: t.table.tookBack(this.name(update.seat)),
        suits: [],
      });
    }
    if (lines.length) {
      this.log = [...this.log, ...lines];
      if (isLive) this.spoken = lines.map((line) => line.text).join('. ');
    }
    if (update.kind === 'match') this.results = [];
    if (update.result) {
      const done = result(update, update.result);
      this.results = [...this.results.filter((one) => one.match === update.match), done];
    }
    if (!isLive) {
      if (update.n === this.caughtUpTo) void this.refresh();
      return;
    }
    const wasMyTurn = this.decision.must !== null;
    this.waiting = update.waiting;
    this.deadline = update.deadline;
    if (update.view) this.view = update.view;
    this.take(update.decision);
    this.shownAt = performance.now();
    const isTrickOver = update.events.some(
      (e) => e.type === 'climbing.trick_taken' || e.type === 'mu.trick_won',
    );
    this.hold = isTrickOver ? settings.pace && REST + SWEEP : settings.pace;
    clearTimeout(this.sweeping);
    if (isTrickOver && settings.pace) this.sweeping = setTimeout(() => this.sweep(), REST);
    this.sing(update, isTrickOver, wasMyTurn);
  }

  /** The trick goes away before the next card comes: nothing is drawn through it. */
  private sweep(): void {
    this.folded = swept(this.folded);
  }

  private sing(update: Update, isTrickOver: boolean, wasMyTurn: boolean): void {
    const isTurn = update.decision.must !== null && !wasMyTurn;
    if (isTurn && this.table)
      notify(t.table.yourTurn, gameName(this.table.game, this.table.game_name), this.id);
    if (update.result) sound('end');
    else if (update.events.some((e) => e.type === 'climbing.played' && e.play.combo.kind === 'bomb'))
      sound('bomb');
    else if (isTrickOver) sound('trick');
    else if (update.kind === 'move' && !isTurn) sound('card');
    // Whatever else is heard, one's own turn is too.
    if (isTurn && !update.result) sound('turn');
  }

  /** What is asked of us from now on, and what we may do. */
  private take(decision: DecisionForm): void {
    const { legal } = decision;
    this.decision = decision;
    this.plain = (legal?.moves ?? []).filter((move) => !move.cards?.length);
    this.choice = legal?.choice ?? null;
    if (this.asked === null) this.legal = [];
    else this.legal = legal && !legal.more ? legal.moves : null;
  }

  /** Asks what may be done now, where that was too long to come unasked. */
  private async refresh(): Promise<void> {
    const decision = this.asked;
    if (this.legal !== null || decision === null) return;
    const at = this.latest;
    const answer = await this.connection.ask({ type: 'legal', decision }).catch(() => null);
    if (answer?.type !== 'legal' || at !== this.latest || this.queue.length) return;
    if (answer.decision !== this.asked) return;
    this.legal = answer.moves;
    this.choice = answer.choice;
  }

  /** What some cards can be, and why nothing; null: that decision is no longer open. */
  know = (about: About): Promise<Known | null> =>
    askAbout(about, this.isDeclared(about), (body) => this.connection.ask(body));

  /** The move that some cards make, where that is told without a question. */
  wayOf(about: About): Way | null {
    return this.isDeclared(about) ? null : { text: textOf(about), combo: null, rows: [] };
  }

  /** Whether cards can be several things, so that a move says which. */
  private isDeclared({ verb }: About): boolean {
    return this.view?.family === 'climbing' && verb === 'play';
  }

  async advice(effort = 0): Promise<AdviceForm> {
    const answer = await this.connection.ask({ type: 'advice', decision: this.asked, effort });
    if (answer.type === 'advice') return answer.advice;
    throw answer.type === 'refused' ? new Refusal(answer.problem, 0) : new Error(t.errors.offline);
  }

  /** What our hand is worth before we bet or bid on it. */
  async coach(effort = 0): Promise<CoachForm> {
    const answer = await this.connection.ask({ type: 'coach', decision: this.asked, effort });
    if (answer.type === 'coach') return answer.coach;
    throw answer.type === 'refused' ? new Refusal(answer.problem, 0) : new Error(t.errors.offline);
  }

  /** Makes a move without cards in answer to a decision; false when it was refused. */
  async move(text: string, decision = this.decision.must): Promise<boolean> {
    const [verb = ''] = text.split(' ');
    return this.go({ decision, verb, cards: [] }, { text, combo: null, rows: [] });
  }

  /** Bets, in our turn or not: it answers nothing. */
  async bet(text: string): Promise<boolean> {
    const about = { decision: this.decision.may ?? this.decision.must, verb: 'bet', cards: [] };
    return this.go(about, { text, combo: null, rows: [] }, { isExtra: true });
  }

  /** Makes a move; what its cards are is found out where that is not known. False when it was refused. */
  async go(about: About, way: Way | null, { isExtra = false, find = nowhere } = {}): Promise<boolean> {
    const { decision } = about;
    if (decision === null) return false;
    this.problem = null;
    return this.moves.make({ ...about, decision, way, isExtra }, find);
  }

  private explain(problem: Problem): void {
    this.problem = problem;
    this.spoken = problemWords(problem);
  }

  /** Our last move did not happen, where nobody has learned anything from it. */
  async takeBack(): Promise<void> {
    const n = this.decision.take_back;
    if (n === null || this.isSending) return;
    this.problem = null;
    this.isTakingBack = true;
    const answer = await this.connection.ask({ type: 'take_back', n }).catch(() => null);
    this.isTakingBack = false;
    if (answer?.type === 'refused') this.explain(answer.problem);
  }

  /** Says something to the table; '' or why not. */
  async say(what: { phrase: Phrase } | { words: string }): Promise<string> {
    const answer = await this.connection
      .ask({ type: 'say', phrase: null, words: null, ...what })
      .catch(() => null);
    if (!answer) return t.errors.offline;
    return answer.type === 'refused' ? problemWords(answer.problem) : '';
  }

  async ready(): Promise<void> {
    await this.connection.ask({ type: 'ready' }).catch(() => undefined);
  }
}
