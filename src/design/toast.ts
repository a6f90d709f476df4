import type { ToastAction, ToastTone } from './toast-card'

export type ShowOptions = {
  action?: ToastAction | undefined
  /** The reason, on a second line: usually the server's message. */
  detail?: string | undefined
  /** Identifies the subject: a new toast replaces the previous one with the same value, and `dismiss` removes it. */
  about?: string | undefined
}
export type Speaker = {
  show: (tone: ToastTone, text: string, options: ShowOptions) => void
  dismiss: (about?: string) => void
}

// The toast library is a tenth of a page's scripts and most visits never need it, so the first toast loads it.
let isRequested = false
const listeners = new Set<() => void>()
const { promise: speaker, resolve: setSpeaker } = Promise.withResolvers<Speaker>()

function want(now: boolean): void {
  isRequested = now
  for (const listener of listeners) listener()
}

function say(tone: ToastTone, text: string, options: ShowOptions = {}): void {
  want(true)
  void speaker.then(({ show }) => show(tone, text, options))
}

type Show = (text: string, options?: ShowOptions) => void

/** Shows one sentence about what just happened, for 5 seconds; errors stay until closed or until their action is used. */
export const notify: { success: Show; error: Show; info: Show; dismiss: (about?: string) => void } = {
  success: (text, options) => say('success', text, options),
  error: (text, options) => say('error', text, options),
  info: (text, options) => say('info', text, options),
  dismiss: (about) => void speaker.then(({ dismiss }) => dismiss(about)),
}

/** For the Toaster: whether a toast has been requested yet. */
export const toastLoading = {
  get: (): boolean => isRequested,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Call when the renderer failed to load. The next toast loads it again, and queued toasts are then shown too. */
  reset: (): void => want(false),
  /** Shows the queued toasts once the renderer is ready. */
  connect: setSpeaker,
}
