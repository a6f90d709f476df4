import { type ComponentProps, useState } from 'react'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { TITLE_MAX } from '../../../rules/event-limits'
import { EVENT_TYPES, formatEventType, isEventType } from '../../../rules/event-type'
import { TimeFields } from './time-fields'
import type { EventEditor } from './use-event-editor'
import { useQuery } from '@tanstack/react-query'
import { classNames } from '~/design/class-names'
import { TextArea } from '~/design/text-area'
import { getErrorMessage } from '~/platform/rpc/errors'
import { previewQuery } from '../event-queries'
import styles from './edit-page.module.css'

type SectionProps = {
  editor: EventEditor
  eventId: string
  isPostponed: boolean
  finalReason: string | undefined
  sold: ComponentProps<typeof TimeFields>['sold']
}

export function EventSection({ editor, eventId, isPostponed, finalReason, sold }: SectionProps) {
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
        finalReason={finalReason}
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

/** The description as Markdown, and a preview below it. Saves first, because the server renders the preview. */
function DescriptionField({ editor, eventId }: { editor: EventEditor; eventId: string }) {
  const { values, change, findError, flush, saving } = editor
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="stack" style={{ gap: '.75rem' }}>
      <TextArea
        label="About This Event"
        rows={6}
        value={values.description}
        error={findError('description')}
        help="Markdown: **bold**, lists and links."
        onChange={(event) => change({ description: event.target.value })}
      />
      <button
        type="button"
        className={classNames('link small', styles.previewToggle)}
        aria-expanded={isShown}
        onClick={() => {
          void flush()
          setIsShown(!isShown)
        }}
      >
        {isShown ? 'Close the preview' : 'Show preview'}
      </button>
      {isShown && <DescriptionPreview eventId={eventId} version={saving.version} />}
    </div>
  )
}

function DescriptionPreview({ eventId, version }: { eventId: string; version: number }) {
  const query = previewQuery(eventId)
  // The version is part of the key, because each save may change the text.
  const { data, error } = useQuery({
    ...query,
    queryKey: [...query.queryKey, version] as never,
    placeholderData: (old) => old,
  })
  if (error && !data) return <p className="small muted">{getErrorMessage(error)}</p>
  if (!data) return <p className="small faint">Loading preview</p>
  return data.descriptionHtml === '' ? (
    <p className="small faint">No description yet.</p>
  ) : (
    // The server renders the Markdown and escapes all HTML of the author.
    <div
      className={classNames('prose', styles.preview)}
      dangerouslySetInnerHTML={{ __html: data.descriptionHtml }}
    />
  )
}
