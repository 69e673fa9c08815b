import type { Texts } from '../en';
import { fair } from './fair';
import { felt } from './felt';
import { notes } from './guide';
import { insight } from './insight';
import { pastimes } from './pastimes';
import { page } from './page';
import { server } from './server';
import { spoken } from './spoken';
import { texts } from './texts';

export const german: Texts = {
  ...texts,
  ...insight,
  ...page,
  ...pastimes,
  ...spoken,
  notes,
  felt,
  fair,
  server,
};
