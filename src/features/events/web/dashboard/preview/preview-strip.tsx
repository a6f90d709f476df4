import { ArrowLeft, Eye } from 'lucide-react'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import type { EventDraft } from '../../../contract-dashboard'
import styles from './preview-strip.module.css'

/** Says that the page below is a preview, and links back to the editor. */
export function PreviewStrip({ event }: { event: Pick<EventDraft, 'id' | 'status' | 'isPublic'> }) {
  return (
    <aside className={styles.strip} aria-label="Preview" data-client-links>
      <p>
        <Icon of={Eye} />
        <span>
          <b className="bold">Preview.</b> {describeVisibility(event)}
        </span>
      </p>
      <AnchorButton size="sm" icon={ArrowLeft} href={`/dashboard/events/${event.id}/edit`}>
        Back to editing
      </AnchorButton>
    </aside>
  )
}

function describeVisibility({ status, isPublic }: Pick<EventDraft, 'status' | 'isPublic'>): string {
  const isOut = status !== 'draft' && isPublic
  return isOut
    ? 'This is what visitors see. You can’t buy tickets here.'
    : 'Only the team can see it so far. You can’t buy tickets here.'
}
