import { Eye, ExternalLink } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Badge, type BadgeTone } from '~/design/badge'
import { Button } from '~/design/button'
import { AnchorButton } from '~/design/link-button'
import type { EventDraft } from '../../../contract-desk'
import { BackToEvents } from './edit-states'
import { SaveWord } from './save-word'
import type { Saving } from './saving'
import type { Publishing } from './use-publishing'

type EditHeadProps = {
  draft: EventDraft
  title: string
  saving: Saving
  publishing: Publishing
  onPreview: () => void
  menu: ReactNode
}

const tones: Readonly<Record<EventDraft['status'], BadgeTone>> = {
  draft: 'outline',
  published: 'green',
  postponed: 'orange',
  cancelled: 'red',
}

/** Which night this is, whether it is saved, and the one thing to do with it. */
export function EditHead({ draft, title, saving, publishing, onPreview, menu }: EditHeadProps) {
  const { id, status, acts } = draft
  const preview = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPreview()
  }
  return (
    <header className="edh">
      <BackToEvents />
      <div className="edt">
        <h1 className="t2">{title.trim() || 'Untitled'}</h1>
        <p className="small m2 row wrapf" style={{ '--g': '.625rem' } as never}>
          <Badge tone={tones[status]}>{status}</Badge>
          <SaveWord saving={saving} />
        </p>
      </div>
      <div className="row acts">
        <AnchorButton
          className="only-d"
          icon={Eye}
          href={`/dashboard/events/${id}/preview`}
          onClick={preview}
        >
          Preview
        </AnchorButton>
        {status === 'published' && draft.isPublic && (
          <AnchorButton className="only-d" variant="outline" icon={ExternalLink} href={`/events/${id}`}>
            Open page
          </AnchorButton>
        )}
        {status === 'draft' && acts.includes('publish') && (
          <Button variant="primary" busy={publishing.busy ?? false} onClick={() => void publishing.publish()}>
            Publish
          </Button>
        )}
        {menu}
      </div>
    </header>
  )
}
