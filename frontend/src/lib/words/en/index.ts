import { fair } from './fair';
import { notes } from './guide';
import { server } from './server';
import { spoken } from './spoken';
import { texts } from './texts';

export const english = { ...texts, ...spoken, notes, fair, server };
export type Texts = typeof english;
