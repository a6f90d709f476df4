import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Note } from '~/design/note'
import type { EventDraft } from '../../../contract-dashboard'
import styles from './edit-page.module.css'
import { listFields } from './event-values'
import { formatFieldNames, type EventEditor } from './use-event-editor'
import { goToSection } from './section-list'
import type { Publishing } from './use-publishing'

type EventNoticesProps = { draft: EventDraft; editor: EventEditor; publishing: Publishing }

// A status role announces a note that appears. An output element may not contain paragraphs and buttons.
const appearing = { role: 'status' } as const

/** Notes above the form: live changes, missing details, unsaved changes. */
export function EventNotices({ draft, editor, publishing }: EventNoticesProps) {
  const { status, soldOrHeld } = draft
  const { offered } = editor.saving
  return (
    <div className={classNames('stack', styles.notes)}>
      {publishing.missing.length > 0 && (
        <Note tone="orange" icon={TriangleAlert} role="alert">
          <p className="bold">Before it can be published:</p>
          <ul>
            {publishing.missing.map(({ section, text }) => (
              <li key={text}>
                <button type="button" className="link" onClick={() => goToSection(section)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {offered && (
        <Note tone="orange" icon={CircleAlert} {...appearing}>
          <p>
            <b className="bold">Not saved last time: {formatFieldNames(listFields(offered))}.</b> The event
            has changed since.
          </p>
          <p className="row wrap">
            <Button size="sm" variant="solid" onClick={() => editor.resolveOffered(true)}>
              Restore my changes
            </Button>
            <Button size="sm" variant="ghost" onClick={() => editor.resolveOffered(false)}>
              Discard them
            </Button>
          </p>
        </Note>
      )}
      {status === 'published' && (
        <Note icon={Info}>
          <p>
            Changes are live immediately.
            {soldOrHeld > 0 &&
              ' We notify ticket holders of a new date or place ten minutes after the last change.'}
          </p>
        </Note>
      )}
      {status === 'postponed' && (
        <Note tone="orange" icon={CircleAlert}>
          <p>
            {draft.isDateOpen
              ? 'Postponed, without a new date yet. Nothing is on sale.'
              : 'Postponed. Nothing is on sale.'}{' '}
            {draft.actions.includes('money') &&
              (draft.isDateOpen
                ? 'Set the new date from the menu above.'
                : '“Set the new date” in the menu above confirms the date and restarts sales.')}
          </p>
        </Note>
      )}
      {status === 'cancelled' && (
        <Note tone="red" icon={CircleAlert}>
          <p>This event is canceled and can’t be edited. Duplicate it to plan it again.</p>
        </Note>
      )}
    </div>
  )
}
