import { findPlaceZone } from '~/lib/city-zones'
import { useStoredDraft } from '~/design/use-stored-draft'
import { useReaderZone } from '~/design/use-reader-zone'
import { getFieldErrors } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { type EventType, isEventType } from '../../../rules/event-type'
import { events } from '../../queries'

export type NewEvent = {
  title: string
  eventType: string
  date: string
  startClock: string
  doorsClock: string
  endClock: string
  /** If empty, the time zone is that of the city, or the reader's own while the city is unknown. */
  timezone: string
  venueName: string
  location: string
  /** Idempotency key, created with the first input: repeats create one draft. */
  clientKey: string
}

const blank: NewEvent = {
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

const FIELDS: Readonly<Record<string, string>> = {
  startsAt: 'startClock',
  doorsAt: 'doorsClock',
  endsAt: 'endClock',
}

/** The form of a new event; its input is stored in this tab until the draft exists. */
export function useNewEvent(onCreated: (id: string) => void) {
  const zone = useReaderZone()
  const chooseZone = ({ timezone, location }: NewEvent) => timezone || (findPlaceZone(location) ?? zone ?? '')
  const form = useForm({
    blank,
    stored: useStoredDraft('event-create', blank),
    renew: ({ clientKey }) => ({ clientKey: clientKey || crypto.randomUUID() }),
    send: (values) => {
      const { doorsClock, endClock, startClock, clientKey, eventType, ...rest } = values
      return events.dashboard.create.call({
        ...rest,
        timezone: chooseZone(values),
        eventType: parseEventType(eventType),
        startsAt: startClock,
        doorsAt: doorsClock || null,
        endsAt: endClock || null,
        clientKey: clientKey || crypto.randomUUID(),
      })
    },
    onDone: ({ id }) => onCreated(id),
    findProblems: (error) =>
      Object.fromEntries(
        Object.entries(getFieldErrors(error)).map(([path, message]) => [FIELDS[path] ?? path, message]),
      ),
  })
  return {
    form,
    values: { ...form.values, timezone: chooseZone(form.values) },
    isBusy: form.isSending || form.result !== undefined,
  }
}

function parseEventType(text: string): EventType {
  return isEventType(text) ? text : 'club_night'
}
