import type { Texts } from '../en';
import { fair } from './fair';
import { felt } from './felt';
import { notes } from './guide';
import { pastimes } from './pastimes';
import { server } from './server';
import { spoken } from './spoken';
import { texts } from './texts';

export const german: Texts = { ...texts, ...pastimes, ...spoken, notes, felt, fair, server };
