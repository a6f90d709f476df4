import type { ToastAction, ToastTone } from './toast-card'

export type ShowOptions = {
  action?: ToastAction | undefined
  /** Why, in a second line: what the server said. */
  detail?: string | undefined
  /** What is said about the same thing again takes the place of what was said before; `dismiss` takes it away. */
  about?: string | undefined
}
/** What draws toasts, once it is there. */
export type Speaker = {
  show: (tone: ToastTone, text: string, options: ShowOptions) => void
  dismiss: (about?: string) => void
}

// The library is a tenth of what a page loads, and most visits end without a word of it: the first toast brings it.
let isWanted = false
const listeners = new Set<() => void>()
const { promise: speaker, resolve: setSpeaker } = Promise.withResolvers<Speaker>()

function want(now: boolean): void {
  isWanted = now
  for (const listener of listeners) listener()
}

function say(tone: ToastTone, text: string, options: ShowOptions = {}): void {
  want(true)
  void speaker.then(({ show }) => show(tone, text, options))
}

type Show = (text: string, options?: ShowOptions) => void

/** What just happened, in one sentence. 5 seconds; errors stay until closed or until their action is taken. */
export const notify: { success: Show; error: Show; info: Show; dismiss: (about?: string) => void } = {
  success: (text, options) => say('success', text, options),
  error: (text, options) => say('error', text, options),
  info: (text, options) => say('info', text, options),
  dismiss: (about) => void speaker.then(({ dismiss }) => dismiss(about)),
}

/** For the Toaster: whether anybody has said something yet. */
export const toastsWanted = {
  get: (): boolean => isWanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** What shows them could not be fetched: the next word tries again, and brings what was said so far. */
  giveUp: (): void => want(false),
  /** What was said so far is shown as soon as somebody can. */
  answer: setSpeaker,
}
