import { fair } from './fair';
import { felt } from './felt';
import { notes } from './guide';
import { server } from './server';
import { spoken } from './spoken';
import { texts } from './texts';

export const english = { ...texts, ...spoken, notes, felt, fair, server };
export type Texts = typeof english;
