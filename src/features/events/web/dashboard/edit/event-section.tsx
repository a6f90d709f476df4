import type { ComponentProps } from 'react'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { TITLE_MAX } from '../../../rules/event-limits'
import { EVENT_TYPES, formatEventType, isEventType } from '../../../rules/event-type'
import { DescriptionField } from './description-field'
import { TimeFields } from './time-fields'
import type { EventEditor } from './use-event-editor'

type SectionProps = {
  editor: EventEditor
  eventId: string
  isPostponed: boolean
  sold: ComponentProps<typeof TimeFields>['sold']
}

export function EventSection({ editor, eventId, isPostponed, sold }: SectionProps) {
  const { values, change, findError } = editor
  return (
    <section id="event" aria-labelledby="event-h">
      <h2 className="title-2" id="event-h" tabIndex={-1}>
        Event
      </h2>
      <TextField
        label="Title"
        labelEnd={
          <span>
            {values.title.length}/{TITLE_MAX}
          </span>
        }
        help="The flyer is drawn from this title."
        autoComplete="off"
        value={values.title}
        error={findError('title')}
        onChange={(event) => change({ title: event.target.value })}
      />
      <div className="columns-3">
        <SelectField
          label="Type"
          value={values.eventType}
          error={findError('eventType')}
          options={EVENT_TYPES.map((type) => ({ value: type, label: formatEventType(type) }))}
          onChange={({ target }) => isEventType(target.value) && change({ eventType: target.value })}
        />
        <SelectField
          label="Age"
          value={values.ageRestriction === null ? '' : String(values.ageRestriction)}
          error={findError('ageRestriction')}
          options={toAgeOptions(values.ageRestriction)}
          onChange={({ target }) =>
            change({ ageRestriction: target.value === '' ? null : Number(target.value) })
          }
        />
        <SelectField
          label="Who can see it"
          value={values.isPublic ? 'everyone' : 'people'}
          error={findError('isPublic')}
          help={values.isPublic ? undefined : 'The event has no page, appears in no list and sells nothing.'}
          options={[
            { value: 'everyone', label: 'Everyone' },
            { value: 'people', label: 'Only the team' },
          ]}
          onChange={({ target }) => change({ isPublic: target.value === 'everyone' })}
        />
      </div>
      <TimeFields
        values={values}
        onChange={change}
        findError={findError}
        isPostponed={isPostponed}
        sold={sold}
      />
      <DescriptionField editor={editor} eventId={eventId} />
    </section>
  )
}

function toAgeOptions(current: number | null) {
  const known = [0, 14, 16, 18, 21]
  const all =
    current === null || known.includes(current) ? known : [...known, current].toSorted((a, b) => a - b)
  return [
    { value: '', label: 'Not set' },
    ...all.map((age) => ({ value: String(age), label: age === 0 ? 'All ages' : `${age}+` })),
  ]
}
