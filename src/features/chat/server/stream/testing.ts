import type { Chat } from '../create-chat'

export interface HeardEvent {
  /** `chat`, `at`, `reset`, `typing`. */
  event: string
  id: number | null
  data: unknown
}

/** The blocks of an event stream. */
export function parseEvents(text: string): HeardEvent[] {
  return text
    .split('\n\n')
    .filter((block) => /^(?:event|id|data):/m.test(block))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const id = field('id')
      return {
        event: field('event') ?? 'message',
        id: id === undefined ? null : Number(id),
        data: JSON.parse(field('data') ?? 'null') as unknown,
      }
    })
}

/** A tab of this person, once it has been told what it missed. */
export async function followChat(
  chat: Pick<Chat, 'feed'>,
  userId: string,
  { after, watch, lastEventId }: { after?: number; watch?: string; lastEventId?: string } = {},
) {
  let text = ''
  let isCut = false
  const search = new URLSearchParams()
  if (after !== undefined) search.set('after', String(after))
  if (watch !== undefined) search.set('watch', watch)
  const caughtUp = Promise.withResolvers<void>()
  const feed = chat.feed.open({
    userId,
    search,
    lastEventId: lastEventId ?? null,
    write(bytes) {
      text += Buffer.from(bytes).toString()
      if (/^event: (?:at|reset)$/m.test(text)) caughtUp.resolve()
    },
    cut() {
      isCut = true
      feed.close()
      caughtUp.resolve()
    },
  })
  await caughtUp.promise
  const events = () => parseEvents(text)
  return {
    get events() {
      return events()
    },
    /** What it was told of chat. */
    chat: () =>
      events()
        .filter(({ event }) => event === 'chat')
        .map(({ data }) => data as Record<string, unknown>),
    /** The numbers of it. */
    numbers: () =>
      events()
        .filter(({ event }) => event === 'chat')
        .map(({ id }) => id),
    isCut: () => isCut,
    position: () => feed.position(),
    close: () => feed.close(),
  }
}
