// Made by `npm run types` from what the server says of itself. Do not edit.

/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage = (Hello | MakeMove | TakeBack | AskLegal | AskReadings | AskCheck | AskAdvice | AskCoach | MakeCut | OpenCut | SayReady | Say | Ping)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EventForm".
 */
export type EventForm = (ClimbingDealt | ClimbingCardChosen | ClimbingCardsPassed | ClimbingBetMade | ClimbingBidMade | ClimbingBidPassed | ClimbingHaggisDrawn | ClimbingHaggisReturned | ClimbingLeads | ClimbingPlayed | ClimbingPassed | ClimbingWentOut | ClimbingOutBonus | ClimbingRoundEnded | ClimbingAsked | ClimbingTrickTaken | ClimbingHaggisTaken | ClimbingHandTaken | ClimbingScored | MuDealt | MuDisplayed | MuPassed | MuThrownIn | MuEclat | MuTrumpNamed | MuTalonTaken | MuBuried | MuPartnerNamed | MuCardPlayed | MuTrickWon | MuScored | MuDealerNamed)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage = (Welcome | Update | TableChanged | Ack | Refused | LegalMoves | Readings | Checked | AdviceGiven | CoachGiven | Pong | Said | LinksChanged | Notice)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TermsForm".
 */
export type TermsForm = (ClimbingTerms | MuTerms)
/**
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ViewForm".
 */
export type ViewForm = (ClimbingViewForm | MuViewForm)

export interface Everything {

}
/**
 * Done and saved. A repeated message is acknowledged again and has no second effect.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ack".
 */
export interface Ack {
type: "ack"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The update that it became.
 */
n: number
}
/**
 * No more tables come, or no more deals are played. There is no way back.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AdvanceEvening".
 */
export interface AdvanceEvening {
stage: ("closed" | "ended")
}
/**
 * Advice for a decision, best first.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AdviceForm".
 */
export interface AdviceForm {
decision: number
/**
 * Who gives it.
 */
by: string
/**
 * In the order of their values; then bets.
 */
moves: AdviceLine[]
/**
 * Whether more effort would make it surer.
 */
more: boolean
}
/**
 * One move and what it is worth.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AdviceLine".
 */
export interface AdviceLine {
move: MoveForm
/**
 * Where each card stands: the tracks, each from low to high.
 */
rows: StandingForm[][]
/**
 * Other moves that come to the same.
 */
also: MoveForm[]
/**
 * Expected points of the deal for your side less the mean of the others'; null: unknown.
 */
value: (number | null)
/**
 * Half the width of the value's 95 % interval.
 */
margin: (number | null)
/**
 * What it is compared with: the first line, and for that one the pass or the second; null for bets, which are compared with making none, and where there is nothing else.
 */
than: (MoveForm | null)
/**
 * By how many points it is better than that; negative: worse.
 */
better: (number | null)
/**
 * Half the width of the difference's 95 % interval.
 */
better_margin: (number | null)
why: string
}
/**
 * A move: its text, which is what a client sends, and its parts.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MoveForm".
 */
export interface MoveForm {
text: string
kind: ("play" | "pass" | "bet" | "bid" | "give" | "putback" | "award" | "lead" | "display" | "trump" | "partner" | "bury" | "dealer")
cards?: (string[] | null)
combo?: (ComboForm | null)
/**
 * Of a bet or a bid.
 */
value?: (number | null)
/**
 * Whom the move names.
 */
seat?: (number | null)
/**
 * A colour, a number or 'none'.
 */
trump?: (string | null)
}
/**
 * A declared combination (C2, C3).
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ComboForm".
 */
export interface ComboForm {
kind: ("single" | "set" | "sequence" | "stair" | "bomb")
/**
 * Suits side by side in a stair; cards in a set; else 1.
 */
tracks: number
/**
 * Ranks in a run; 1 in a single and a set; cards in a bomb.
 */
length: number
/**
 * The highest rank (J 11, Q 12, K 13); a bomb's place in C3.1, 1 to 6.
 */
top: number
/**
 * As it is declared: 'stair 6-7 x2', 'bomb J-Q'.
 */
text: string
}
/**
 * A card in its place in a play.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "StandingForm".
 */
export interface StandingForm {
/**
 * A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
card: string
/**
 * The rank that a wild card stands for, as it is written.
 */
stands_for: (string | null)
}
/**
 * Advice.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AdviceGiven".
 */
export interface AdviceGiven {
type: "advice"
/**
 * Chosen by the client, new each time.
 */
id: string
advice: AdviceForm
}
/**
 * What a person says to a proposal of the host.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AnswerProposal".
 */
export interface AnswerProposal {
agrees: boolean
}
/**
 * Advice for your own decision; answered by `advice`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskAdvice".
 */
export interface AskAdvice {
type: "advice"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that is asked about: `must`, else `may`, of the last update; null: none. A question about one that is no longer open is refused (`stale`).
 */
decision: (number | null)
/**
 * 0: an answer within a second; 1 and 2: surer ones, for who is still looking.
 */
effort?: number
}
/**
 * Whether a move would be legal now; answered by `checked`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskCheck".
 */
export interface AskCheck {
type: "check"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that is asked about: `must`, else `may`, of the last update; null: none. A question about one that is no longer open is refused (`stale`).
 */
decision: (number | null)
move: string
}
/**
 * What your hand is worth before you bet or bid on it; answered by `coach`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskCoach".
 */
export interface AskCoach {
type: "coach"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that is asked about: `must`, else `may`, of the last update; null: none. A question about one that is no longer open is refused (`stale`).
 */
decision: (number | null)
/**
 * As for `advice`.
 */
effort?: number
}
/**
 * All legal moves of your seat; answered by `legal`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskLegal".
 */
export interface AskLegal {
type: "legal"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that is asked about: `must`, else `may`, of the last update; null: none. A question about one that is no longer open is refused (`stale`).
 */
decision: (number | null)
}
/**
 * What some cards can be played as; answered by `readings`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "AskReadings".
 */
export interface AskReadings {
type: "readings"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that is asked about: `must`, else `may`, of the last update; null: none. A question about one that is no longer open is refused (`stale`).
 */
decision: (number | null)
/**
 * @maxItems 32
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
}
/**
 * What a display in Mü would make of you.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BiddingForm".
 */
export interface BiddingForm {
bid: number
/**
 * eclat: you would draw level with the most, and be the last to do so (M3.8).
 */
holds: (("crown" | "shield" | "eclat") | null)
/**
 * Points that the Crown team would need (M7.1).
 */
target: (number | null)
/**
 * For each of the team (M6.2, M6.3), or for you in an éclat (M3.8).
 */
bonus: number
}
/**
 * A place for a bot.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "BotPlace".
 */
export interface BotPlace {
kind?: "bot"
level?: string
}
/**
 * What a deal starts from.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CarryForm".
 */
export interface CarryForm {
/**
 * A seat, numbered from 0 clockwise.
 */
dealer: number
totals: number[]
deal: number
lead: (number | null)
}
/**
 * Whether a game may be played so.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CheckOptions".
 */
export interface CheckOptions {
game: string
seats?: (number | null)
options?: {
[k: string]: string
}
}
/**
 * Whether a move is legal, and what it would mean.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Checked".
 */
export interface Checked {
type: "checked"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that was asked about.
 */
decision: (number | null)
/**
 * The move that was asked about.
 */
move: string
/**
 * Why it is not; null: it is.
 */
reason: (ReasonForm | null)
/**
 * What it would make of you, where it is a bid by display.
 */
would: (BiddingForm | null)
}
/**
 * Why a move is not legal.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReasonForm".
 */
export interface ReasonForm {
clause: string
sentence: string
}
/**
 * Cards to choose from: what a move made with cards may take.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ChoiceForm".
 */
export interface ChoiceForm {
/**
 * The word that begins the move's text.
 */
move: ("play" | "give" | "putback" | "display" | "bury")
/**
 * Those that are in a legal move.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
/**
 * Cards that such a move takes.
 */
least: number
most: number
/**
 * The rules say how many it takes: more cannot be meant.
 */
is_counted: boolean
/**
 * Every such move is among the legal moves; of displays in Mü only those of one card are.
 */
is_listed: boolean
}
/**
 * The first message.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Hello".
 */
export interface Hello {
type: "hello"
protocol: number
mode?: ("events" | "views")
/**
 * The last update you have; null: only the current deal's.
 */
since?: (number | null)
}
/**
 * A move; answered by `ack` or `refused`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MakeMove".
 */
export interface MakeMove {
type: "move"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision it answers: `must` or `may` of the last update.
 */
decision: number
/**
 * Its text, such as 'play 5r J Q as sequence 3-5'.
 */
move: string
/**
 * The cards it was chosen from; none for a move without cards. A move with other cards is refused (`other-cards`). null: nobody chose cards, there was only the text.
 */
cards: (string[] | null)
}
/**
 * Your last move did not happen, while nobody has learned anything from it; answered by `ack`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TakeBack".
 */
export interface TakeBack {
type: "take_back"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The update of that move: `take_back` of your last decision.
 */
n: number
}
/**
 * Your part in the next shuffle, sealed; answered by `ack`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MakeCut".
 */
export interface MakeCut {
type: "cut"
/**
 * Chosen by the client, new each time.
 */
id: string
match: number
deal: number
/**
 * 32 bytes, hexadecimal.
 */
sealed: string
}
/**
 * What you had sealed, once the list is closed; answered by `ack`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OpenCut".
 */
export interface OpenCut {
type: "open_cut"
/**
 * Chosen by the client, new each time.
 */
id: string
match: number
deal: number
/**
 * 32 bytes, hexadecimal.
 */
cut: string
}
/**
 * Ready for the next deal; answered by `ack`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SayReady".
 */
export interface SayReady {
type: "ready"
/**
 * Chosen by the client, new each time.
 */
id: string
}
/**
 * Something for the others at the table, a phrase or words; answered by `ack`. Nothing of it is kept.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
type: "say"
/**
 * Chosen by the client, new each time.
 */
id: string
phrase?: (("hello" | "luck" | "well-played" | "thanks" | "sorry" | "oops" | "hurry" | "moment" | "back" | "close" | "again" | "bye" | "thumb" | "clap" | "laugh" | "think" | "sweat" | "party") | null)
/**
 * Only where the host allows them.
 */
words?: (string | null)
}
/**
 * Answered by `pong`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
type: "ping"
/**
 * Chosen by the client, new each time.
 */
id: string
}
/**
 * A seat must make a choice.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingAsked".
 */
export interface ClimbingAsked {
type: "climbing.asked"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
phase: string
}
/**
 * A seat has bet.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingBetMade".
 */
export interface ClimbingBetMade {
type: "climbing.bet_made"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
value: number
}
/**
 * One bid of an auction (C8.2).
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingBidForm".
 */
export interface ClimbingBidForm {
value: number
/**
 * Cards of the haggis that the Shepherd swaps for it (C8.3).
 */
draws: number
}
/**
 * A seat has bid to be the Shepherd.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingBidMade".
 */
export interface ClimbingBidMade {
type: "climbing.bid_made"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
value: number
}
/**
 * A seat has left the auction.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingBidPassed".
 */
export interface ClimbingBidPassed {
type: "climbing.bid_passed"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
}
/**
 * A seat has chosen a card for its partner; null unless it is your own.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingCardChosen".
 */
export interface ClimbingCardChosen {
type: "climbing.card_chosen"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
card: (string | null)
}
/**
 * All chosen cards change hands; by giver, null where you may not know.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingCardsPassed".
 */
export interface ClimbingCardsPassed {
type: "climbing.cards_passed"
/**
 * Items: A seat, numbered from 0 clockwise.
 */
partners: number[]
cards: (string | null)[]
}
/**
 * The cards are dealt; hands of others are null.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingDealt".
 */
export interface ClimbingDealt {
type: "climbing.dealt"
carry: CarryForm
/**
 * A seat, numbered from 0 clockwise.
 */
lead: number
hands: (string[] | null)[]
}
/**
 * The Shepherd takes cards of the haggis.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingHaggisDrawn".
 */
export interface ClimbingHaggisDrawn {
type: "climbing.haggis_drawn"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
count: number
cards: (string[] | null)
}
/**
 * The Shepherd puts cards back.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingHaggisReturned".
 */
export interface ClimbingHaggisReturned {
type: "climbing.haggis_returned"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
count: number
cards: (string[] | null)
}
/**
 * The haggis goes to a score pile.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingHaggisTaken".
 */
export interface ClimbingHaggisTaken {
type: "climbing.haggis_taken"
/**
 * A seat, numbered from 0 clockwise.
 */
receiver: number
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
}
/**
 * The cards left in a hand go to a score pile.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingHandTaken".
 */
export interface ClimbingHandTaken {
type: "climbing.hand_taken"
/**
 * A seat, numbered from 0 clockwise.
 */
owner: number
/**
 * A seat, numbered from 0 clockwise.
 */
receiver: number
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
}
/**
 * A seat is to lead.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingLeads".
 */
export interface ClimbingLeads {
type: "climbing.leads"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
}
/**
 * A seat that went out gets its bonus.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingOutBonus".
 */
export interface ClimbingOutBonus {
type: "climbing.out_bonus"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
points: number
}
/**
 * A seat has passed in a trick.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingPassed".
 */
export interface ClimbingPassed {
type: "climbing.passed"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
}
/**
 * A seat has played a combination.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingPlayed".
 */
export interface ClimbingPlayed {
type: "climbing.played"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
play: PlayForm
}
/**
 * Cards and the combination declared for them.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayForm".
 */
export interface PlayForm {
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
combo: ComboForm
/**
 * Where each card stands: the tracks, each from low to high.
 */
rows: StandingForm[][]
}
/**
 * The end of the round is reached.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingRoundEnded".
 */
export interface ClimbingRoundEnded {
type: "climbing.round_ended"
}
/**
 * The deal is scored.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingScored".
 */
export interface ClimbingScored {
type: "climbing.scored"
result: ResultForm
}
/**
 * The end of a deal.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ResultForm".
 */
export interface ResultForm {
scores: number[]
sheet: ScoreLineForm[]
totals: number[]
/**
 * Winning sides; empty while the match goes on.
 */
winners: number[]
carry: (CarryForm | null)
redeal: boolean
}
/**
 * Where some points came from.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ScoreLineForm".
 */
export interface ScoreLineForm {
side: number
points: number
clause: string
what: string
/**
 * The seat that `what` names, where it names one.
 */
seat: (number | null)
}
/**
 * The numbers of a climbing game as it is played at a table.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingTerms".
 */
export interface ClimbingTerms {
family: "climbing"
length: LengthForm
/**
 * Every card that is dealt or set aside; courts are not dealt (C1.1).
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
deck: string[]
/**
 * The values that may be bet; none where there is an auction (C10.1).
 */
bets: number[]
/**
 * What wins a bet (C10.2, C10.3).
 */
bet_won_by: ("points" | "first-out")
/**
 * How many times its value a won bet pays (C10.3).
 */
bet_pays: number
/**
 * The bids of the auction, lowest first; else none.
 */
bids: ClimbingBidForm[]
/**
 * How often partners pass each other a card (C8.1).
 */
passing_rounds: number
/**
 * For each card in an opponent's largest hand, for going out (C9.2).
 */
out_points: number
/**
 * The number cards that make a bomb (C3.1).
 */
bomb_ranks: number[]
/**
 * Cards (C2.2).
 */
shortest_sequence: number
/**
 * Ranks (C2.3).
 */
shortest_stair: number
/**
 * Whether cards of one rank may be played together (C2.4).
 */
sets: boolean
}
/**
 * When a match ends: one of the two is set.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LengthForm".
 */
export interface LengthForm {
/**
 * After so many deals.
 */
deals: (number | null)
/**
 * When somebody has so many points.
 */
points: (number | null)
}
/**
 * The cards of a trick go to a score pile.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingTrickTaken".
 */
export interface ClimbingTrickTaken {
type: "climbing.trick_taken"
/**
 * A seat, numbered from 0 clockwise.
 */
winner: number
/**
 * A seat, numbered from 0 clockwise.
 */
receiver: number
}
/**
 * What one seat may know in a climbing game; rows have one entry a seat unless said otherwise.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingViewForm".
 */
export interface ClimbingViewForm {
family: "climbing"
/**
 * Whose view it is; null for a spectator.
 */
seat: (number | null)
phase: ("passing" | "auction" | "putting back" | "trick" | "trick award" | "naming lead" | "haggis award" | "over")
/**
 * A seat, numbered from 0 clockwise.
 */
turn: number
/**
 * A seat, numbered from 0 clockwise.
 */
dealer: number
deal: number
/**
 * Before this deal, one entry a side.
 */
totals: number[]
/**
 * A seat, numbered from 0 clockwise.
 */
first_lead: number
/**
 * Cards in hand, courts included.
 */
counts: number[]
/**
 * Courts in hand: they lie face up (C1.2).
 */
courts: string[][]
/**
 * What each seat has played or laid open in this deal.
 */
shown: string[][]
trick: TrickPlayForm[]
top: (ComboForm | null)
/**
 * A seat, numbered from 0 clockwise.
 */
top_seat: number
passes: number
has_bombed: boolean
/**
 * Score piles.
 */
piles: string[][]
/**
 * Seats that are out, first to last.
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
out: number[]
/**
 * Items: A seat, numbered from 0 clockwise.
 */
unpaid: number[]
out_points: number[]
/**
 * 0 for none.
 */
bets: number[]
has_ended: boolean
/**
 * Seats that have chosen a card to pass (C8.1).
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
committed: number[]
passed_rounds: number
/**
 * Seats still in the auction (C8.2).
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
bidders: number[]
bid: number
shepherd: (number | null)
haggis_count: number
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
open_haggis: string[]
result: (ResultForm | null)
/**
 * Your own cards; empty for a spectator.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
hand: string[]
/**
 * Cards you chose for your partner, in order.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
passed: string[]
/**
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
received: string[]
/**
 * What you took from the haggis as the Shepherd.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
taken: string[]
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
put_back: string[]
/**
 * Seats that have passed since the highest play of the trick, or have left the auction.
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
have_passed: number[]
/**
 * What the cards in each score pile count (C10.5).
 */
pile_points: number[]
/**
 * The points so far with those of the deal in progress, bets aside, one entry a side.
 */
standing: number[]
/**
 * Every bomb that you hold, lowest first (C3.1).
 */
bombs: string[][]
/**
 * The number cards whose place you do not know.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
unseen: string[]
}
/**
 * A combination played to a trick.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TrickPlayForm".
 */
export interface TrickPlayForm {
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
combo: ComboForm
/**
 * Where each card stands: the tracks, each from low to high.
 */
rows: StandingForm[][]
}
/**
 * A seat has no cards left.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClimbingWentOut".
 */
export interface ClimbingWentOut {
type: "climbing.went_out"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
}
/**
 * All that is fixed about a deck before the first cut is opened; see docs/fair-deals.md.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ClosingForm".
 */
export interface ClosingForm {
match: number
deal: number
/**
 * 32 bytes, hexadecimal.
 */
commitment: string
first: number
length: number
seats: CutterForm[]
/**
 * The cards, unshuffled.
 */
cards: string[]
/**
 * For each seat the stretch of the shuffled deck it is dealt.
 */
blocks: number[][]
}
/**
 * A seat in a closing.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CutterForm".
 */
export interface CutterForm {
/**
 * away: a person who was not connected.
 */
kind: ("person" | "away" | "bot")
/**
 * Its sealed cut; null: it did not cut.
 */
sealed: (string | null)
}
/**
 * What a hand is worth before it is bet or bid on, over worlds that agree with your view.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CoachForm".
 */
export interface CoachForm {
decision: (number | null)
/**
 * Who says so.
 */
by: string
/**
 * contracts: for each trump and bid; null: nothing is to be bet or bid now.
 */
kind: (("contracts" | "bids" | "bets") | null)
lines: CoachLine[]
/**
 * What the deal brings if you bid no more, as `points`.
 */
passing: (number | null)
passing_margin: (number | null)
/**
 * Over how many worlds.
 */
worlds: number
/**
 * Whether more effort would make it surer.
 */
more: boolean
}
/**
 * What one bet or bid may come to.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CoachLine".
 */
export interface CoachLine {
/**
 * The move that makes it; null where it cannot be made now.
 */
move: (MoveForm | null)
/**
 * What is bet or bid.
 */
value: number
/**
 * The trump that is named with it, in Mü.
 */
trump: (MoveForm | null)
/**
 * Points that the team needs, in Mü (M7.1).
 */
target: (number | null)
/**
 * Cards of the haggis that come with a bid (C8.3).
 */
draws: (number | null)
/**
 * To win it, from 0 to 1.
 */
chance: number
/**
 * Half the width of the chance's 95 % interval.
 */
chance_margin: number
/**
 * For bets, what it adds to making none; for bids, the deal's expected points less the mean of the others'.
 */
points: number
/**
 * Half the width of the points' 95 % interval.
 */
points_margin: number
/**
 * The chance from which on a bet gains; null: unknown.
 */
needed: (number | null)
}
/**
 * What a hand is worth.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CoachGiven".
 */
export interface CoachGiven {
type: "coach"
/**
 * Chosen by the client, new each time.
 */
id: string
coach: CoachForm
}
/**
 * What is fixed about the next deck so far; see docs/fair-deals.md.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CommitmentForm".
 */
export interface CommitmentForm {
match: number
/**
 * Which deck of the match, from 1, thrown-in deals counted.
 */
deal: number
/**
 * The server's promise, hex: the end of its chain of secrets.
 */
commitment: string
/**
 * The first deck of the match that the promise is for.
 */
first?: number
/**
 * How many decks it is for.
 */
length?: number
/**
 * Which seats have sealed a cut.
 */
cuts: boolean[]
/**
 * SHA-256 of the closing, once no more cuts are taken; null before.
 */
closed?: (string | null)
/**
 * Which seats have opened their cut.
 */
opened?: boolean[]
}
/**
 * A new table.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "CreateTable".
 */
export interface CreateTable {
game: string
seats?: (number | null)
options?: {
[k: string]: string
}
/**
 * One a seat; without it you sit at seat 0 and the rest is open.
 */
places?: ((PersonPlace | BotPlace)[] | null)
/**
 * Yours.
 */
name: string
settings?: Settings
/**
 * Begin at once, if no place is open.
 */
start?: boolean
/**
 * Every match here begins with this deal instead of a shuffled deck.
 */
deal?: (DealAgain | null)
}
/**
 * A place kept for a person; the one with `you` is the creator's own.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PersonPlace".
 */
export interface PersonPlace {
kind?: "person"
you?: boolean
}
/**
 * What the host decides about a table; may be changed while it stands.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Settings".
 */
export interface Settings {
/**
 * Listed for everybody; otherwise by link only.
 */
public?: boolean
/**
 * Without an invitation too, one person may take several seats.
 */
several_seats?: boolean
/**
 * In a running match the host asks nobody; settled when the table is made.
 */
host_decides?: boolean
/**
 * Others may watch.
 */
spectators?: boolean
/**
 * Advice may be asked for.
 */
hints?: boolean
/**
 * Screens may show which cards have not been seen yet.
 */
unseen?: boolean
/**
 * What those who play may say: nothing, ready phrases, or words of their own.
 */
messages?: ("off" | "phrases" | "free")
/**
 * Seconds after which a bot plays for a person who is gone.
 */
takeover_after?: number
/**
 * Seconds for each decision; 0 is no clock.
 */
clock?: number
/**
 * Seconds between deals at most; less when all are ready.
 */
pause?: number
}
/**
 * A deal that was played before: its deck in the order of the cards, and who dealt.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealAgain".
 */
export interface DealAgain {
/**
 * Codes of all cards, a blank between them.
 */
deck: string
/**
 * A seat, numbered from 0 clockwise.
 */
dealer: number
}
/**
 * A deal of a finished match: all that is needed to play it again.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealForm".
 */
export interface DealForm {
game: string
seats: number
/**
 * Of the match it was played in.
 */
options: {
[k: string]: string
}
/**
 * The same, for a match of this one deal.
 */
one_deal: {
[k: string]: string
}
match: number
deal: number
again: DealAgain
}
/**
 * A scored deal of a match.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DealLine".
 */
export interface DealLine {
deal: number
scores: number[]
/**
 * Points of your side less the mean of the others'.
 */
margin: number
/**
 * You were the first to go out.
 */
first_out: boolean
/**
 * Bets of yours; or whether you were Shepherd, or Crown.
 */
bets: number
bets_won: number
}
/**
 * What your seat is asked.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "DecisionForm".
 */
export interface DecisionForm {
/**
 * The decision you must make; null: it is not your turn.
 */
must: (number | null)
/**
 * The decision you may make out of turn (a bet); null: you may not.
 */
may: (number | null)
/**
 * The update of your last move, while you may take it back; null: you may not.
 */
take_back: (number | null)
/**
 * What you may do; null where nothing is asked, and in a message without a view.
 */
legal: (LegalForm | null)
}
/**
 * The legal moves that come with a decision.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LegalForm".
 */
export interface LegalForm {
/**
 * All of them in canonical order; with `more` those without cards.
 */
moves: MoveForm[]
/**
 * There are too many to come unasked: ask `legal` for the others.
 */
more: boolean
/**
 * null: no move is made with cards now.
 */
choice: (ChoiceForm | null)
}
/**
 * What an éclat brings for each card displayed (M3.8).
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EclatForm".
 */
export interface EclatForm {
/**
 * For each of those who share the most, but the last to draw level.
 */
gain: number
/**
 * What the last to draw level loses.
 */
loss: number
}
/**
 * A deal that you have played, and how others played the same cards.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EveningDeal".
 */
export interface EveningDeal {
deal: number
/**
 * A seat, numbered from 0 clockwise.
 */
dealer: number
/**
 * Null while somebody may still play it.
 */
opened: (OpenedDeal | null)
/**
 * The best for your side first.
 */
lines: EveningLine[]
}
/**
 * All hands of a deal that nobody may play any more.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OpenedDeal".
 */
export interface OpenedDeal {
/**
 * What its deck followed from; checked against the commitment.
 */
secret: string
/**
 * Codes of all cards, a blank between them.
 */
deck: string
/**
 * What the deck was bound to besides its secret.
 */
text: string
}
/**
 * How one table played a deal.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EveningLine".
 */
export interface EveningLine {
table: number
names: string[]
result: ResultForm
/**
 * For each side its points less the mean of the others'.
 */
margins: number[]
/**
 * For each side its margin less the mean of all other tables'; null without others.
 */
differences: (number | null)[]
/**
 * People for whom a bot or the clock moved at least once.
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
helped: number[]
}
/**
 * An evening as a table may see it: until it ends nothing of deals that the table has not played.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EveningForm".
 */
export interface EveningForm {
id: string
game: string
game_name: string
family: ("climbing" | "mu")
seats: number
sides: number[][]
/**
 * Those that differ from the game's own.
 */
options: {
[k: string]: string
}
/**
 * The same without those that make a match one deal.
 */
house: {
[k: string]: string
}
deals: number
level: string
hints: boolean
/**
 * Tables may come; no more tables come; no more deals are played.
 */
stage: ("open" | "closed" | "ended")
/**
 * When it ends by itself, in seconds since 1970.
 */
ends: (number | null)
/**
 * Fixed all decks before the first table came.
 */
commitment: string
/**
 * The cards, unshuffled.
 */
cards: string[]
/**
 * For each seat the stretch of a shuffled deck it is dealt.
 */
blocks: number[][]
/**
 * Yours; null without a table.
 */
side: (number | null)
tables: EveningTable[]
/**
 * The deals that your table has played.
 */
played: EveningDeal[]
/**
 * Over the deals that your table has played, best first.
 */
ranking: EveningRank[]
}
/**
 * A table that came to an evening.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EveningTable".
 */
export interface EveningTable {
/**
 * In the order of coming, from 1.
 */
number: number
/**
 * One a seat, those of bots too.
 */
names: string[]
kinds: ("open" | "person" | "bot")[]
/**
 * Deals played to their end.
 */
played: number
you: boolean
/**
 * Numbers of other tables with people from the same network: perhaps the same people.
 */
same_network: number[]
}
/**
 * A side of a table in the ranking.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EveningRank".
 */
export interface EveningRank {
table: number
side: number
/**
 * The people of the side.
 */
names: string[]
/**
 * Deals in which it can be compared.
 */
deals: number
/**
 * Points better than the field, a deal.
 */
mean: (number | null)
/**
 * The standard error of the mean.
 */
error: (number | null)
}
/**
 * The evening of duplicate that a table belongs to.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EveningMark".
 */
export interface EveningMark {
id: string
deals: number
}
/**
 * A new evening and the way in.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "EveningOpened".
 */
export interface EveningOpened {
evening: EveningForm
/**
 * For everybody who may open a table: /e/ID#key=KEY.
 */
key: string
/**
 * For you alone: it closes the evening to others, and ends it.
 */
host: string
}
/**
 * The cards are dealt; hands of others and the talon are null.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuDealt".
 */
export interface MuDealt {
type: "mu.dealt"
carry: CarryForm
hand_size: number
talon_size: number
hands: (string[] | null)[]
talon: (string[] | null)
}
/**
 * A player laid cards face up; who has the Crown and the Shield now.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuDisplayed".
 */
export interface MuDisplayed {
type: "mu.displayed"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
crown: (number | null)
shield: (number | null)
}
/**
 * A player displayed nothing.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuPassed".
 */
export interface MuPassed {
type: "mu.passed"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
}
/**
 * Nobody displayed a card: dealt again.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuThrownIn".
 */
export interface MuThrownIn {
type: "mu.thrown_in"
}
/**
 * Several players have displayed most: nothing is played (M3.8).
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuEclat".
 */
export interface MuEclat {
type: "mu.eclat"
/**
 * Items: A seat, numbered from 0 clockwise.
 */
seats: number[]
/**
 * Who drew level last.
 */
last: number
}
/**
 * A trump was named: a colour, a number or 'none'.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuTrumpNamed".
 */
export interface MuTrumpNamed {
type: "mu.trump_named"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
trump: string
}
/**
 * The Crown took the talon.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuTalonTaken".
 */
export interface MuTalonTaken {
type: "mu.talon_taken"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
cards: (string[] | null)
}
/**
 * The Crown put three cards away.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuBuried".
 */
export interface MuBuried {
type: "mu.buried"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
cards: (string[] | null)
}
/**
 * The Crown picked a partner.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuPartnerNamed".
 */
export interface MuPartnerNamed {
type: "mu.partner_named"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * A seat, numbered from 0 clockwise.
 */
partner: number
}
/**
 * A player played a card.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuCardPlayed".
 */
export interface MuCardPlayed {
type: "mu.card_played"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
card: string
}
/**
 * A player took the trick.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuTrickWon".
 */
export interface MuTrickWon {
type: "mu.trick_won"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
}
/**
 * The hand was scored; the buried cards and all piles are open.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuScored".
 */
export interface MuScored {
type: "mu.scored"
scores: number[]
sheet: ScoreLineForm[]
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
buried: string[]
piles: string[][]
is_last: boolean
/**
 * Who deals next, where that is no choice (M6.6).
 */
next_dealer: (number | null)
}
/**
 * The dealer named the next dealer.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuDealerNamed".
 */
export interface MuDealerNamed {
type: "mu.dealer_named"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * A seat, numbered from 0 clockwise.
 */
dealer: number
}
/**
 * A new secret for your seat: made by you, so that it is not lost with an answer that never arrives.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ExchangeSecret".
 */
export interface ExchangeSecret {
/**
 * At least 128 random bits, URL-safe.
 */
secret: string
}
/**
 * A position and its answer: one move is better than all others by more than the error.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ExerciseForm".
 */
export interface ExerciseForm {
id: string
kind: ("lead" | "follow" | "bomb" | "bet" | "bid" | "ending")
game: string
game_name: string
family: ("climbing" | "mu")
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
sides: number[][]
view: (ClimbingViewForm | MuViewForm)
/**
 * The deal so far, as the seat saw it.
 */
events: (ClimbingDealt | ClimbingCardChosen | ClimbingCardsPassed | ClimbingBetMade | ClimbingBidMade | ClimbingBidPassed | ClimbingHaggisDrawn | ClimbingHaggisReturned | ClimbingLeads | ClimbingPlayed | ClimbingPassed | ClimbingWentOut | ClimbingOutBonus | ClimbingRoundEnded | ClimbingAsked | ClimbingTrickTaken | ClimbingHaggisTaken | ClimbingHandTaken | ClimbingScored | MuDealt | MuDisplayed | MuPassed | MuThrownIn | MuEclat | MuTrumpNamed | MuTalonTaken | MuBuried | MuPartnerNamed | MuCardPlayed | MuTrickWon | MuScored | MuDealerNamed)[]
/**
 * How long the search was.
 */
playouts: number
/**
 * The best first.
 */
lines: ExerciseLine[]
}
/**
 * What one seat may know in Mü; rows have one entry a seat.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuViewForm".
 */
export interface MuViewForm {
family: "mu"
/**
 * What an edition of Mü calls its leaders: Crown and Shield, or Chief and Vice.
 */
titles: ("revised" | "classic")
/**
 * Whose view it is; null for a spectator.
 */
seat: (number | null)
phase: ("auction" | "shield_trump" | "crown_trump" | "bury" | "partner" | "play" | "next_dealer" | "over" | "thrown_in" | "eclat")
turn: (number | null)
/**
 * A seat, numbered from 0 clockwise.
 */
dealer: number
deal: number
/**
 * Before this hand.
 */
totals: number[]
/**
 * Cards held, displayed ones included.
 */
counts: number[]
/**
 * Cards face down in the talon.
 */
talon: number
/**
 * Cards face down in the Crown's score pile.
 */
buried_count: number
displays: string[][]
bids: number[]
passes: number
crown: (number | null)
shield: (number | null)
/**
 * The Shield's trump: a colour, a number or 'none'; null: not named.
 */
minor: (string | null)
major: (string | null)
/**
 * Points the Crown team needs for its bid now (M7.1).
 */
target: (number | null)
/**
 * The target for each bid from 0 to a whole hand.
 */
targets: number[]
partner: (number | null)
leader: (number | null)
/**
 * The leader's card first.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
trick: string[]
/**
 * The face-up cards of each score pile.
 */
won: string[][]
/**
 * Icons in the face-up cards of each score pile.
 */
points: number[]
/**
 * Suits each seat has shown to be out of; 'trump' among them.
 */
voids: string[][]
/**
 * Your own cards that are trumps, strongest first.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
trumps: string[]
scores: (number[] | null)
sheet: ScoreLineForm[]
next_dealer: (number | null)
/**
 * Your own cards, displayed ones included; empty for a spectator.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
hand: string[]
/**
 * What you took from the talon, until you have buried three cards.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
taken: string[]
/**
 * What you buried, until the hand is scored.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
buried: string[]
/**
 * Seats that have passed in succession in the auction.
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
have_passed: number[]
/**
 * The points so far with those of the hand in progress.
 */
standing: number[]
/**
 * Who would win the trick as it lies (M5.5).
 */
winning: (number | null)
/**
 * The suit to follow: a colour or 'trump' (M5.3); null: you may lead.
 */
led: (string | null)
/**
 * Whether you hold a card of that suit (M5.4).
 */
can_follow: boolean
/**
 * Every card that is a trump, and which: the major, the minor or both (M5.5).
 */
trump_cards: {
/**
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^(10|[0-9])[rygbp]$|^[JQK]$".
 */
[k: string]: "super" | "major" | "minor"
}
/**
 * The Crown's team first; empty until they are known (M4.5).
 */
teams: TeamForm[]
/**
 * The cards whose place you do not know.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
unseen: string[]
}
/**
 * One of the two teams of a hand of Mü.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TeamForm".
 */
export interface TeamForm {
/**
 * others: nobody holds the Shield.
 */
name: ("crown" | "shield" | "others")
/**
 * Items: A seat, numbered from 0 clockwise.
 */
seats: number[]
/**
 * Icons in the face-up cards of its score piles.
 */
points: number
/**
 * What it must reach; null for those who play against the Crown.
 */
target: (number | null)
/**
 * Whether it has made its target with those points (M6.2).
 */
has_reached: boolean
}
/**
 * Moves that come to the same.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ExerciseLine".
 */
export interface ExerciseLine {
/**
 * None at all stands for making no bet.
 */
moves: MoveForm[]
/**
 * Points worse than the best; 0 for the best itself.
 */
behind: number
/**
 * Half the width of the 95 % interval of that.
 */
margin: number
why: string
}
/**
 * An exercise, without its answer.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ExerciseInfo".
 */
export interface ExerciseInfo {
id: string
game: string
game_name: string
kind: ("lead" | "follow" | "bomb" | "bet" | "bid" | "ending")
}
/**
 * All exercises of the set.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ExercisesForm".
 */
export interface ExercisesForm {
exercises: ExerciseInfo[]
}
/**
 * A deal against bots, and how the expert would have fared in your place with the same cards.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ExpertForm".
 */
export interface ExpertForm {
match: number
deal: number
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
by: string
/**
 * Yours, one entry a side.
 */
scores: number[]
/**
 * Points of your side less the mean of the others'.
 */
margin: number
/**
 * null while it is being played, or given up.
 */
expert_scores: (number[] | null)
expert_margin: (number | null)
/**
 * False while it is still being played; ask again.
 */
complete: boolean
/**
 * About how many seconds it takes until the expert is ready; null: it is.
 */
retry_after: (number | null)
}
/**
 * One game.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GameForm".
 */
export interface GameForm {
id: string
name: string
family: ("climbing" | "mu")
sentence: string
/**
 * The game in a minute, Markdown.
 */
minute: string
/**
 * About how long a match takes.
 */
minutes: number
/**
 * How many play where nobody says.
 */
usual_seats: number
/**
 * Another edition of one of the others.
 */
is_variant: boolean
/**
 * A few cards that stand for the game.
 */
picture: string[]
seats: SeatsForm[]
}
/**
 * A game for one number of seats.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatsForm".
 */
export interface SeatsForm {
seats: number
sides: number[][]
options: OptionForm[]
}
/**
 * One option of a game.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OptionForm".
 */
export interface OptionForm {
name: string
kind: ("flag" | "number" | "choice" | "numbers")
/**
 * Written: on, off, 250, '15,30', a word.
 */
default: string
doc: string
/**
 * A sentence about the values allowed.
 */
allowed: string
choices?: (string[] | null)
least?: (number | null)
most?: (number | null)
longest?: (number | null)
}
/**
 * All games, in the order in which they are shown.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "GamesForm".
 */
export interface GamesForm {
games: GameForm[]
}
/**
 * A page of updates, as one seat saw them. They ask nothing any more: no decision, nobody waited for.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "HistoryForm".
 */
export interface HistoryForm {
/**
 * The number of the first update on the page.
 */
first: number
/**
 * The number of the last one; the next page is that after it.
 */
last: number
/**
 * The number of the last update of the table when the page was made.
 */
n: number
updates: Update[]
}
/**
 * One more thing happened at the table. Numbers rise by one without a gap.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Update".
 */
export interface Update {
type: "update"
n: number
kind: ("commit" | "cut" | "begin" | "close" | "open" | "match" | "deal" | "move" | "take_back")
match: number
deal: number
/**
 * Who did it.
 */
seat: (number | null)
/**
 * What moved for the seat.
 */
by: (("person" | "bot" | "clock") | null)
/**
 * The bot that chose the move, who may be another than the one that sits there; also where the clock ran out.
 */
by_level: (string | null)
/**
 * What your seat sees of it.
 */
events: (ClimbingDealt | ClimbingCardChosen | ClimbingCardsPassed | ClimbingBetMade | ClimbingBidMade | ClimbingBidPassed | ClimbingHaggisDrawn | ClimbingHaggisReturned | ClimbingLeads | ClimbingPlayed | ClimbingPassed | ClimbingWentOut | ClimbingOutBonus | ClimbingRoundEnded | ClimbingAsked | ClimbingTrickTaken | ClimbingHaggisTaken | ClimbingHandTaken | ClimbingScored | MuDealt | MuDisplayed | MuPassed | MuThrownIn | MuEclat | MuTrumpNamed | MuTalonTaken | MuBuried | MuPartnerNamed | MuCardPlayed | MuTrickWon | MuScored | MuDealerNamed)[]
/**
 * Set when this ended a deal.
 */
result: (ResultForm | null)
/**
 * Set when this ended a deal.
 */
reveal: (RevealForm | null)
/**
 * How the next deck stands; null with moves, and with what is told again.
 */
fair: (CommitmentForm | null)
/**
 * Set by close.
 */
closing: (ClosingForm | null)
/**
 * Set by take_back: the update whose events did not happen after all.
 */
took_back: (number | null)
/**
 * Seats that must act now.
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
waiting: number[]
decision: DecisionForm
/**
 * Seconds since 1970 when the clock runs out; null: no clock.
 */
deadline: (number | null)
/**
 * Your view afterwards; in mode views and in the last of a series.
 */
view: ((ClimbingViewForm | MuViewForm) | null)
}
/**
 * What proves that a deck was fair, once it has been played.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RevealForm".
 */
export interface RevealForm {
match: number
deal: number
secret: string
/**
 * Those that were opened; null for the other seats.
 */
cuts: (string | null)[]
}
/**
 * Take a place at a table, or watch.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "JoinTable".
 */
export interface JoinTable {
name: string
/**
 * From the link; needed unless the table is public.
 */
invite?: (string | null)
/**
 * Which place; any open one without it.
 */
seat?: (number | null)
/**
 * Only watch.
 */
watch?: boolean
}
/**
 * All legal moves, in canonical order.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LegalMoves".
 */
export interface LegalMoves {
type: "legal"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that was asked about.
 */
decision: (number | null)
moves: MoveForm[]
/**
 * The list was cut off.
 */
more: boolean
/**
 * null: no move is made with cards now.
 */
choice: (ChoiceForm | null)
}
/**
 * One level of bots.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LevelForm".
 */
export interface LevelForm {
id: string
name: string
sentence: string
/**
 * Games, with the numbers of seats, that it has learned; null: it plays them all.
 */
learned: ({
[k: string]: number[]
} | null)
/**
 * Those of them that it learned from a larger net; the others it learned by playing.
 */
taught: ({
[k: string]: number[]
} | null)
/**
 * Who sits down in its place at other tables.
 */
stand_in: (string | null)
}
/**
 * All levels, weakest first.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LevelsForm".
 */
export interface LevelsForm {
levels: LevelForm[]
}
/**
 * New links of a table, for its host; the ones before stop working.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Links".
 */
export interface Links {
invite: string
watch: string
}
/**
 * To the host alone: the invite and watch links were made anew; the ones before stop working.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LinksChanged".
 */
export interface LinksChanged {
type: "links"
links: Links
}
/**
 * What a finished review says of a match.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "LostForm".
 */
export interface LostForm {
/**
 * Those that could be judged.
 */
decisions: number
/**
 * Expected points lost by all of them together.
 */
lost: number
}
/**
 * A link to a match that is over, for anybody.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MakeShare".
 */
export interface MakeShare {
match: number
/**
 * The review of your seat comes with the replay.
 */
what: ("replay" | "review")
}
/**
 * A finished match, without its deals.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MatchForm".
 */
export interface MatchForm {
match: number
names: string[]
/**
 * How many it had, thrown-in ones counted.
 */
deals: number
after: number
/**
 * How it stood after each deal that follows `after`; 500 at most.
 */
totals: number[][]
winners: number[]
}
/**
 * A match of a table, from your seat.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MatchLine".
 */
export interface MatchLine {
match: number
/**
 * When it began, seconds since 1970; null: not known any more.
 */
at: (number | null)
over: boolean
/**
 * Replay, record and review are there: it is over, and nobody may play it.
 */
hands_open?: boolean
/**
 * It began with cards that were known: a deal again, a what-if, an exercise.
 */
practice: boolean
seats: PlayedSeat[]
/**
 * How much of your seat's part you played: at least nine of ten moves; less, because a bot or the clock made the others; nothing, because somebody else had the seat, or you watch.
 */
yours: ("all" | "partly" | "none")
totals: number[]
winners: number[]
/**
 * Empty while the match goes on, and where you had no part in it.
 */
deals: DealLine[]
/**
 * Whether it has one: not if it began in the middle of another match.
 */
record: boolean
reviewed: (LostForm | null)
}
/**
 * Who had a seat when a match began, and who played it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayedSeat".
 */
export interface PlayedSeat {
name: string
/**
 * Who made at least nine of ten of its moves; mixed: nobody did.
 */
played_by: ("person" | "bot" | "mixed")
/**
 * Of the bot that did.
 */
level: (string | null)
}
/**
 * Matches of a table, for somebody at it: ten at most, in their order.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MatchesForm".
 */
export interface MatchesForm {
table: string
game: string
game_name: string
seats: number
sides: number[][]
/**
 * Yours; null: you watch.
 */
seat: (number | null)
side: (number | null)
/**
 * What the bets of this game are called.
 */
bet_name: string
/**
 * Whether somebody goes out first in this game.
 */
has_first_out: boolean
evening: (string | null)
after: number
/**
 * How many matches have begun here; after the last of these, ask for more.
 */
begun: number
matches: MatchLine[]
}
/**
 * What a bid in Mü means.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuBidForm".
 */
export interface MuBidForm {
/**
 * The bid: cards displayed.
 */
cards: number
/**
 * Points that the Crown team needs (M7.1).
 */
target: number
/**
 * For each of the Crown team, if it makes it (M6.2).
 */
crown_bonus: number
/**
 * For each of the other team, if the Crown fails (M6.3); null: `short` says what then.
 */
shield_bonus: (number | null)
}
/**
 * The numbers of Mü as it is played at a table.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "MuTerms".
 */
export interface MuTerms {
family: "mu"
length: LengthForm
/**
 * What an edition of Mü calls its leaders: Crown and Shield, or Chief and Vice.
 */
titles: ("revised" | "classic")
/**
 * Every card that is dealt (M1.1, M1.3).
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
deck: string[]
/**
 * Every bid from 1 to a whole hand.
 */
bids: MuBidForm[]
/**
 * What winning with each trump is worth (M7.2).
 */
trumps: {
[k: string]: number
}
/**
 * The faces that each trump makes trumps (M4.1).
 */
named: {
/**
 * Cards, lowest face first; a doubled card twice.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
[k: string]: string[]
}
/**
 * Cards that the Crown takes, and puts away for them (M4.4); 0: none.
 */
talon: number
/**
 * By how many cards a display may go beyond the most on the table; 0: no limit (M3.7).
 */
raise_limit: number
/**
 * The most cards that a player may display in all (M3.7).
 */
display_limit: (number | null)
/**
 * The most that bid and trump bring each (M6.8).
 */
most_bonus: (number | null)
/**
 * null: there is none.
 */
eclat: (EclatForm | null)
/**
 * null: a bid that fails costs nothing but the bonus (M6.3).
 */
short: (ShortForm | null)
}
/**
 * What a bid that fails costs (M6.7).
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ShortForm".
 */
export interface ShortForm {
/**
 * Points of a step of the table of targets.
 */
step: number
/**
 * What the Crown loses for each step.
 */
loss: number
/**
 * What each opponent gains for each step.
 */
gain: number
}
/**
 * Something a person should be told; after `stopping` and `moved` come back with `since`.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Notice".
 */
export interface Notice {
type: "notice"
code: ("stopping" | "moved" | "left" | "removed" | "exchanged" | "closed" | "relinked")
sentence: string
}
/**
 * A new evening.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OpenEvening".
 */
export interface OpenEvening {
game: string
seats?: (number | null)
options?: {
[k: string]: string
}
deals?: number
/**
 * Of the bots on all seats that nobody takes.
 */
level?: string
/**
 * Advice may be asked for, at every table.
 */
hints?: boolean
/**
 * After which it ends by itself.
 */
days?: number
}
/**
 * Exchange a secret link for a cookie.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OpenSession".
 */
export interface OpenSession {
secret: string
}
/**
 * What the options come to, or which of them makes no sense.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "OptionsChecked".
 */
export interface OptionsChecked {
/**
 * When the match would end; null where it cannot be played.
 */
length: (LengthForm | null)
problem: (Problem | null)
}
/**
 * What every refused request is answered with.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
code: ("bad-message" | "unknown-table" | "unknown-seat" | "forbidden" | "not-host" | "seat-taken" | "not-open" | "not-playing" | "not-over" | "stale" | "other-cards" | "illegal" | "syntax" | "bad-option" | "bad-origin" | "bad-host" | "too-many" | "too-large" | "quarantined" | "unavailable" | "getting-ready" | "stopping" | "hints-off" | "unknown-match" | "unknown-path" | "version")
/**
 * For people; in English.
 */
sentence: string
/**
 * The clause of the rules, where a rule was broken.
 */
clause?: (string | null)
/**
 * The option that makes no sense.
 */
option?: (string | null)
/**
 * About how many seconds it takes until it would not be refused.
 */
retry_after?: (number | null)
}
/**
 * A table after its host has sent somebody away, or has asked the others whether to.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PersonRemoved".
 */
export interface PersonRemoved {
table: TableInfo
/**
 * New ones: the old ones would let the person in again. null: the others are asked first.
 */
links: (Links | null)
}
/**
 * Everything public about a table.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableInfo".
 */
export interface TableInfo {
id: string
game: string
game_name: string
family: ("climbing" | "mu")
seats: SeatInfo[]
sides: number[][]
/**
 * Those that differ from the game's own.
 */
options: {
[k: string]: string
}
/**
 * The revision of the rules that the options are written in.
 */
rules?: number
settings: Settings
/**
 * open: not begun; starting: the first deck of a match is being cut; between: the next deal is not dealt yet; over: the match is decided.
 */
stage: ("open" | "starting" | "playing" | "between" | "over")
/**
 * How many matches have begun here.
 */
match: number
/**
 * How many decks have been dealt in this match.
 */
deal: number
totals: number[]
winners: number[]
/**
 * Spectators connected.
 */
watching: number
/**
 * Seconds since 1970; when the next deal begins at the latest.
 */
next_deal_at: (number | null)
fair: CommitmentForm
/**
 * Matches here begin with a deal played before; nobody shuffled it.
 */
again?: boolean
/**
 * The evening of duplicate it belongs to; match M here is its deal M.
 */
evening?: (EveningMark | null)
/**
 * What the host asks the others for.
 */
proposal?: (ProposalForm | null)
/**
 * The number of the latest update.
 */
n: number
}
/**
 * Who sits on a seat.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SeatInfo".
 */
export interface SeatInfo {
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
kind: ("open" | "person" | "bot")
name: string
/**
 * Of the bot that plays now: its own, or one standing in.
 */
level: (string | null)
/**
 * A person who is connected; a bot always is.
 */
present: boolean
/**
 * Why a bot plays for this person now: gone for too long, or the host's wish.
 */
stand_in: (("absent" | "host") | null)
/**
 * Who makes the moves of that bot now; null: it does itself.
 */
substitute?: (SubstituteForm | null)
/**
 * Seconds since 1970: until then a person who is away from a running match is asked what the host proposes, as if they were here. null: here, or nobody is asked.
 */
given_up_at?: (number | null)
host: boolean
/**
 * Ready for the next deal.
 */
ready: boolean
}
/**
 * A bot that plays instead of the one that sits there, which takes over by itself as soon as it can.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SubstituteForm".
 */
export interface SubstituteForm {
level: string
/**
 * getting-ready: the one that sits there needs the compiled engine, which is being prepared; failing: it gave no answer several times.
 */
why: ("getting-ready" | "failing")
}
/**
 * What the host may not do alone in a running match; done once everybody asked has agreed.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ProposalForm".
 */
export interface ProposalForm {
number: number
/**
 * A bot for a seat, a person to go, or other settings.
 */
what: ("bot" | "remove" | "settings")
/**
 * Whom it is about; null: everybody.
 */
seat: (number | null)
/**
 * Of the bot.
 */
level: (string | null)
/**
 * As they would be.
 */
settings: (Settings | null)
/**
 * Seats that have not agreed yet, also of people who are away or stood in for; until when those are waited for says `SeatInfo.given_up_at`.
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
asked: number[]
/**
 * Items: A seat, numbered from 0 clockwise.
 */
agreed: number[]
}
/**
 * A table that begins in the middle of a deal.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "PlayOn".
 */
export interface PlayOn {
/**
 * Yours.
 */
name: string
/**
 * Of the bots on all other seats.
 */
level: string
}
/**
 * Still here.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
type: "pong"
/**
 * Chosen by the client, new each time.
 */
id: string
n: number
/**
 * The server's clock, seconds since 1970.
 */
time: number
}
/**
 * One combination that the cards can be, and whether it may be played now.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Reading".
 */
export interface Reading {
combo: ComboForm
/**
 * Where each card stands: the tracks, each from low to high.
 */
rows: StandingForm[][]
/**
 * The move to send.
 */
text: string
/**
 * Why it may not be played now; null: it may.
 */
reason: (ReasonForm | null)
}
/**
 * What the cards can be played as.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Readings".
 */
export interface Readings {
type: "readings"
/**
 * Chosen by the client, new each time.
 */
id: string
/**
 * The decision that was asked about.
 */
decision: (number | null)
/**
 * The cards that were asked about.
 * 
 * Items: A card: rank and suit letter such as 7r, or a court J, Q, K.
 */
cards: string[]
readings: Reading[]
/**
 * Why there is none.
 */
reason: (ReasonForm | null)
}
/**
 * Not done; nothing has changed.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Refused".
 */
export interface Refused {
type: "refused"
id: (string | null)
problem: Problem
decision?: (DecisionForm | null)
}
/**
 * The host puts a bot on a seat.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReplaceByBot".
 */
export interface ReplaceByBot {
level?: string
}
/**
 * A deal of a finished match, step by step.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReplayForm".
 */
export interface ReplayForm {
match: number
deal: number
/**
 * How many the match had.
 */
deals: number
seat: (number | null)
steps: ReplayStep[]
}
/**
 * One step of a finished deal: who did what, and what it looked like afterwards.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReplayStep".
 */
export interface ReplayStep {
/**
 * 0 is the deal, then come its moves.
 */
n: number
/**
 * Who moved; null for the deal.
 */
seat: (number | null)
move: (MoveForm | null)
events: (ClimbingDealt | ClimbingCardChosen | ClimbingCardsPassed | ClimbingBetMade | ClimbingBidMade | ClimbingBidPassed | ClimbingHaggisDrawn | ClimbingHaggisReturned | ClimbingLeads | ClimbingPlayed | ClimbingPassed | ClimbingWentOut | ClimbingOutBonus | ClimbingRoundEnded | ClimbingAsked | ClimbingTrickTaken | ClimbingHaggisTaken | ClimbingHandTaken | ClimbingScored | MuDealt | MuDisplayed | MuPassed | MuThrownIn | MuEclat | MuTrumpNamed | MuTalonTaken | MuBuried | MuPartnerNamed | MuCardPlayed | MuTrickWon | MuScored | MuDealerNamed)[]
/**
 * The chosen seat's view; null with open cards.
 */
view: ((ClimbingViewForm | MuViewForm) | null)
/**
 * All hands, with open cards.
 */
hands: (string[][] | null)
/**
 * Haggis or talon, with open cards.
 */
hidden: (string[] | null)
}
/**
 * Luck and skill of a seat in one deal, in points more than the mean of the others.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewDeal".
 */
export interface ReviewDeal {
deal: number
/**
 * What the cards were worth at the seat's first decision.
 */
expected: (number | null)
margin: (number | null)
/**
 * Given away by losses beyond their margins.
 */
lost: number
/**
 * What came of it.
 */
made: number
/**
 * Whether every decision of it has been judged.
 */
complete: boolean
}
/**
 * The decisions of one seat in a finished match, deal by deal; the deal asked for is judged first.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewForm".
 */
export interface ReviewForm {
match: number
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * Who has judged; null: nothing is judged yet.
 */
by: (string | null)
deal: number
/**
 * How many deals the match had.
 */
last: number
/**
 * Of that deal.
 */
decisions: ReviewLine[]
/**
 * Those that have been looked at.
 */
deals: ReviewDeal[]
/**
 * How many lines were estimated.
 */
judged: number
/**
 * How many of them lost more than their margin.
 */
losses: number
/**
 * The sum of those losses.
 */
lost: number
lost_margin: number
/**
 * How many decisions there are in the deals that have been looked at.
 */
of: number
/**
 * How many of them the judge gave no answer to; opened again, the review asks it again.
 */
unjudged: number
/**
 * False while it is still being worked out; ask again.
 */
complete: boolean
/**
 * About how many seconds it takes until the judge is ready; null: it is.
 */
retry_after: (number | null)
}
/**
 * One decision of a finished match, or a bet that was not made before it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ReviewLine".
 */
export interface ReviewLine {
/**
 * The step of the deal.
 */
n: number
deal: number
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
/**
 * Whether it is about a move or about betting.
 */
kind: ("move" | "bet")
move: MoveForm1
/**
 * The best found; null: nothing better than what was done.
 */
best: (MoveForm | null)
/**
 * Expected points lost by the choice; null: not estimated.
 */
lost: (number | null)
/**
 * Half the width of the 95 % interval of that.
 */
margin: (number | null)
/**
 * Whether the loss is beyond its margin.
 */
is_loss: boolean
/**
 * False: the judge gave no answer, however often it was asked.
 */
is_judged: boolean
/**
 * What speaks for the best.
 */
why: string
/**
 * Where it was a loss: what everybody held.
 */
hands: (string[][] | null)
/**
 * And what lay in the haggis or the talon.
 */
hidden: (string[] | null)
/**
 * Where it was a loss: all moves that were compared, the best first.
 */
choices: (ExerciseLine[] | null)
}
/**
 * A move: its text, which is what a client sends, and its parts.
 */
export interface MoveForm1 {
text: string
kind: ("play" | "pass" | "bet" | "bid" | "give" | "putback" | "award" | "lead" | "display" | "trump" | "partner" | "bury" | "dealer")
cards?: (string[] | null)
combo?: (ComboForm | null)
/**
 * Of a bet or a bid.
 */
value?: (number | null)
/**
 * Whom the move names.
 */
seat?: (number | null)
/**
 * A colour, a number or 'none'.
 */
trump?: (string | null)
}
/**
 * A rules text.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "RulesForm".
 */
export interface RulesForm {
game: string
clause: (string | null)
/**
 * Markdown.
 */
text: string
}
/**
 * Somebody who plays has said something; those who watch hear it and say nothing.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Said".
 */
export interface Said {
type: "said"
/**
 * A seat, numbered from 0 clockwise.
 */
seat: number
phrase: (("hello" | "luck" | "well-played" | "thanks" | "sorry" | "oops" | "hurry" | "moment" | "back" | "close" | "again" | "bye" | "thumb" | "clap" | "laugh" | "think" | "sweat" | "party") | null)
words: (string | null)
}
/**
 * Who answers.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ServerForm".
 */
export interface ServerForm {
protocol: number
version: string
rules_revision: number
}
/**
 * The answer to `hello`; updates follow.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "Welcome".
 */
export interface Welcome {
type: "welcome"
protocol: number
you: You
table: TableInfo
/**
 * The number of the first update that follows; past since + 1: the history has the others.
 */
first: number
/**
 * The number of the last update so far; first > n: none follows.
 */
n: number
/**
 * The number of the update that began this match; 0 before the first.
 */
match_n: number
/**
 * Seats that must act now.
 * 
 * Items: A seat, numbered from 0 clockwise.
 */
waiting: number[]
decision: DecisionForm
deadline: (number | null)
/**
 * Your view now, in mode views; null before the first deal.
 */
view: ((ClimbingViewForm | MuViewForm) | null)
/**
 * What the options of the table come to.
 */
terms: (ClimbingTerms | MuTerms)
}
/**
 * Who you are at a table.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "You".
 */
export interface You {
/**
 * null: you watch.
 */
seat: (number | null)
name: string
host: boolean
}
/**
 * People came or went, or the host changed something.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableChanged".
 */
export interface TableChanged {
type: "table"
table: TableInfo
}
/**
 * Who the secret belongs to; the cookie is set.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SessionOpened".
 */
export interface SessionOpened {
table: TableInfo
you: You
}
/**
 * A link that you have given out.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ShareInfo".
 */
export interface ShareInfo {
/**
 * Opens nothing.
 */
share: string
match: number
what: ("replay" | "review")
}
/**
 * The link's secret, told once: /t/ID/replay/M#share=SECRET, or …/review/M#share=SECRET.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "ShareMade".
 */
export interface ShareMade {
/**
 * Opens nothing.
 */
share: string
secret: string
}
/**
 * What a link leads to; nothing else about its table.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SharedForm".
 */
export interface SharedForm {
game: string
game_name: string
family: ("climbing" | "mu")
options: {
[k: string]: string
}
sides: number[][]
names: string[]
match: number
/**
 * Whose link it is.
 */
seat: number
what: ("replay" | "review")
totals: number[]
winners: number[]
}
/**
 * The links that you have given out and not taken back.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SharesForm".
 */
export interface SharesForm {
shares: ShareInfo[]
}
/**
 * A table of one's own in an evening.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "SitDown".
 */
export interface SitDown {
/**
 * Yours.
 */
name: string
/**
 * Of your seat. Made by you: asking again with the same one leads to the same table.
 */
secret: string
/**
 * How many people play; bots take the other seats.
 */
people?: number
}
/**
 * A new table and the way in.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableCreated".
 */
export interface TableCreated {
table: TableInfo
you: You
/**
 * Yours alone. Opens the seat on any device.
 */
secret: string
/**
 * For others who may sit down.
 */
invite: string
/**
 * For others who may watch.
 */
watch: string
}
/**
 * What became of a table that you wanted deleted.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableDeleted".
 */
export interface TableDeleted {
/**
 * All of it; else only your part in it, since it is others' too.
 */
deleted: boolean
/**
 * The people whom it stays for.
 */
stays: string[]
}
/**
 * The way to your seat.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableJoined".
 */
export interface TableJoined {
table: TableInfo
you: You
secret: string
}
/**
 * Public tables, newest first.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableList".
 */
export interface TableList {
tables: TableInfo[]
}
/**
 * A table, after something was asked of it.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "TableState".
 */
export interface TableState {
table: TableInfo
}
/**
 * The same, before one of the moves of a finished match.
 * 
 * This interface was referenced by `Everything`'s JSON-Schema
 * via the `definition` "WhatIf".
 */
export interface WhatIf {
/**
 * Yours.
 */
name: string
/**
 * Of the bots on all other seats.
 */
level: string
deal: number
/**
 * The step of its replay, as in `ReviewLine`.
 */
n: number
/**
 * Yours.
 */
seat: number
}
