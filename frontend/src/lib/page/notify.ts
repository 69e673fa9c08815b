// A word from the browser when it is your turn and the page is hidden. Asked for once, and a setting.
import { settings } from '../kept/settings.svelte';

export const canNotify = (): boolean => 'Notification' in globalThis && isSecureContext;

/** Whether to ask: nobody has answered yet, neither here nor to the browser. */
export const mayAsk = (): boolean =>
  canNotify() && settings.choices.notify === null && Notification.permission !== 'denied';

/** The answer; the browser asks for itself where it has not yet. */
export async function wantNotices(isWanted: boolean): Promise<void> {
  const isAllowed = isWanted && canNotify() && (await Notification.requestPermission()) === 'granted';
  settings.choices.notify = isAllowed;
  settings.save();
}

let shown: Notification | undefined;

/** Somebody looks again. */
export function unnotify(): void {
  if (!document.hidden) shown?.close();
}

/** Only where nobody looks: on the page the turn is seen. One notice a table, the latest. */
export function notify(title: string, body: string, table: string): void {
  if (!document.hidden || settings.choices.notify !== true || !canNotify()) return;
  if (Notification.permission !== 'granted') return;
  const options = { body, tag: `stramash-${table}`, icon: '/icon.svg' };
  try {
    shown?.close();
    shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Phones want a worker to say it.
    if ('serviceWorker' in navigator)
      void navigator.serviceWorker.ready
        .then((worker) => worker.showNotification(title, options))
        .catch(() => undefined);
  }
}
