import { useMutation } from '@tanstack/react-query'
import { zoneOfPlace } from '~/lib/city-zones'
import { useKeptDraft } from '~/design/use-kept-draft'
import { useReaderZone } from '~/design/use-reader-zone'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { type EventType, isEventType } from '../../../rules/event-type'
import { events } from '../../queries'

/** As typed. */
export type NewNight = {
  title: string
  eventType: string
  date: string
  startClock: string
  doorsClock: string
  endClock: string
  /** Empty: that of the city, or the reader's own while the city is unknown. */
  timezone: string
  venueName: string
  location: string
  /** Made with the first letter: what is sent twice makes one draft. */
  clientKey: string
}

const blank: NewNight = {
  title: '',
  eventType: 'club_night',
  date: '',
  startClock: '23:00',
  doorsClock: '',
  endClock: '06:00',
  timezone: '',
  venueName: '',
  location: '',
  clientKey: '',
}

/** The call's names for what the form calls otherwise. */
const FIELDS: Readonly<Record<string, string>> = {
  startsAt: 'startClock',
  doorsAt: 'doorsClock',
  endsAt: 'endClock',
}

/** A night that is being begun: what is typed stays in this tab until there is a draft of it. */
export function useNewNight(onCreated: (id: string) => void) {
  const { draft, keep, drop } = useKeptDraft('event-create', blank)
  const zone = useReaderZone()
  const create = useMutation(
    events.desk.create.mutationOptions({
      onSuccess: ({ id }) => {
        drop()
        onCreated(id)
      },
    }),
  )
  const typed = draft ?? blank
  const values = { ...typed, timezone: typed.timezone || (zoneOfPlace(typed.location) ?? zone ?? '') }
  const errors = Object.fromEntries(
    Object.entries(fieldErrors(create.error)).map(([path, words]) => [FIELDS[path] ?? path, words]),
  )

  const change = (changes: Partial<NewNight>): void => {
    keep((kept) => {
      const before = kept ?? blank
      return { ...before, ...changes, clientKey: before.clientKey || crypto.randomUUID() }
    })
    if (create.error) create.reset()
  }

  function send(): void {
    const { doorsClock, endClock, startClock, clientKey, eventType, ...rest } = values
    create.mutate({
      ...rest,
      eventType: readType(eventType),
      startsAt: startClock,
      doorsAt: doorsClock || null,
      endsAt: endClock || null,
      clientKey: clientKey || crypto.randomUUID(),
    })
  }

  return {
    values,
    errors,
    /** What no field is to blame for. */
    sentence: create.error && Object.keys(errors).length === 0 ? errorMessage(create.error) : undefined,
    isBusy: create.isPending || create.isSuccess,
    change,
    send,
  }
}

function readType(text: string): EventType {
  return isEventType(text) ? text : 'club_night'
}
