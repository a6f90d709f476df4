import { ArrowLeft, Eye } from 'lucide-react'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import type { EventDetail } from '../../../contract'
import './preview-strip.css'

/** Over the page as visitors will see it: that it is not that page, and the way back. */
export function PreviewStrip({ event }: { event: Pick<EventDetail, 'id' | 'status'> }) {
  return (
    <aside className="pvs" aria-label="Preview" data-client-links>
      <p>
        <Icon of={Eye} />
        <span>
          <b className="b">Preview.</b> {words(event.status)}
        </span>
      </p>
      <AnchorButton size="sm" icon={ArrowLeft} href={`/dashboard/events/${event.id}/edit`}>
        Back to editing
      </AnchorButton>
    </aside>
  )
}

function words(status: EventDetail['status']): string {
  return status === 'published'
    ? 'This is what visitors see. Nothing can be bought here.'
    : 'This is what visitors will see. Only its people see it now, and nothing can be bought here.'
}
