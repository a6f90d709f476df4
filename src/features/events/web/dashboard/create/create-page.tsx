import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { Form } from '~/design/form'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { findZoneHint } from '~/lib/city-zones'
import { TITLE_MAX } from '../../../rules/event-limits'
import { EVENT_TYPES, formatEventType, isEventType } from '../../../rules/event-type'
import { formatVenue } from '../../format-start-and-venue'
import { formatFlyerDate } from '../format-dates'
import { TimeFields } from '../edit/time-fields'
import { type NewEvent, useNewEvent } from './use-new-event'
import flyer from '../edit/flyer-aside.module.css'
import styles from './create-page.module.css'

const types = EVENT_TYPES.map((type) => ({ value: type, label: formatEventType(type) }))

export function CreatePage({ onCreated }: { onCreated: (id: string) => void }) {
  const { form, values, isBusy } = useNewEvent(onCreated)
  const { set, sentence } = form

  return (
    <div className={styles.page}>
      <header className="stack">
        <h1 className="title-1">Create an event</h1>
        <p className="lead muted">A date, a venue and a title are enough to start.</p>
      </header>
      <div className={styles.layout}>
        <Form className="stack" method="post" aria-label="New event" isBusy={isBusy} onSubmit={form.submit}>
          <TextField
            label="Title"
            labelEnd={
              <span>
                {values.title.length}/{TITLE_MAX}
              </span>
            }
            help="The flyer is drawn from this title."
            autoComplete="off"
            required
            {...form.text('title')}
          />
          <SelectField label="Type" options={types} {...form.text('eventType')} />
          <TimeFields
            values={{ ...values, doorsClock: values.doorsClock || null, endClock: values.endClock || null }}
            findError={(name) => form.problems[name]}
            onChange={({ date, startClock, doorsClock, endClock, timezone }) =>
              set(
                withoutUndefined({
                  date,
                  startClock,
                  timezone,
                  doorsClock: doorsClock === null ? '' : doorsClock,
                  endClock: endClock === null ? '' : endClock,
                }),
              )
            }
          />
          <div className="columns-2">
            <TextField label="Venue" autoComplete="off" {...form.text('venueName')} />
            <TextField
              label="City"
              autoComplete="off"
              help={form.values.timezone === '' ? findZoneHint(values.location, values.timezone) : undefined}
              {...form.text('location')}
            />
          </div>
          {sentence && (
            <p className="field-error" role="alert">
              <Icon of={TriangleAlert} />
              {sentence}
            </p>
          )}
          <div className="row wrap">
            <Button
              type="submit"
              variant="primary"
              size="lg"
              className={styles.submit}
              busy={isBusy ? 'Creating' : false}
            >
              Create draft
            </Button>
            <span className="small faint">Only you can see it until you publish it.</span>
          </div>
        </Form>
        <FlyerPreview values={values} />
      </div>
    </div>
  )
}

function FlyerPreview({ values }: { values: NewEvent }) {
  const title = values.title.trim() || 'Your event'
  const meta = formatFlyerDate(values.date, values.startClock)
  const place = formatVenue(values)
  return (
    <aside className={flyer.aside} aria-label="Flyer preview">
      <div className={flyer.flyer}>
        <Flyer title={title} {...(meta ? { meta } : {})} eager />
      </div>
      <div className={classNames('sheet', `stock-${getPaperStock(title)}`, flyer.facts)}>
        <p className="row between">
          <b className="bold">{place || 'No venue yet'}</b>
          {isEventType(values.eventType) && <Badge>{formatEventType(values.eventType)}</Badge>}
        </p>
      </div>
      <p className="small faint">Drawn from the title. Change a word and it’s a new flyer.</p>
    </aside>
  )
}

function withoutUndefined(changes: { [Name in keyof NewEvent]?: string | undefined }): Partial<NewEvent> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

export function CreateForMembersOnly({ form }: { form: ReactNode }) {
  return (
    <div className={styles.page} data-client-links>
      <header className="stack">
        <h1 className="title-1">Members create events</h1>
        <p className="lead muted">
          This site is invite-only. Enter your invitation code to join, then come back to create your event.
        </p>
      </header>
      <div className={styles.invitation}>
        {form}
        <p className="small muted">No code? Request an invitation.</p>
        <div className="row wrap">
          <AnchorButton href="/request-invite">Request Invite</AnchorButton>
        </div>
      </div>
    </div>
  )
}
