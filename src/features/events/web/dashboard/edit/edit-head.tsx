import { Eye, ExternalLink, Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Badge, type BadgeTone } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { formatStatus } from '~/lib/format-status'
import { formatClock } from '~/lib/time'
import { useReaderZone } from '~/design/use-reader-zone'
import { Icon } from '~/design/icon'
import type { EventDraft } from '../../../contract-dashboard'
import styles from './edit-page.module.css'
import { BackToEvents } from './draft-placeholders'
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

/** The title of the event, whether it is saved, and its main action. */
export function EditHead({ draft, title, saving, publishing, onPreview, menu }: EditHeadProps) {
  const { id, status, actions: acts } = draft
  const openPreview = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPreview()
  }
  return (
    <header className={styles.head}>
      <BackToEvents />
      <div className={styles.title}>
        <h1 className="title-2">{title.trim() || 'Untitled'}</h1>
        <p className="small muted row wrap" style={{ '--g': '.625rem' } as never}>
          <Badge tone={tones[status]} className={styles.status}>
            {formatStatus(status)}
          </Badge>
          <SaveStatus saving={saving} />
        </p>
      </div>
      <div className={classNames('row', styles.actions)}>
        <AnchorButton
          className="desktop-only"
          icon={Eye}
          href={`/dashboard/events/${id}/preview`}
          onClick={openPreview}
        >
          Preview
        </AnchorButton>
        {status === 'published' && draft.isPublic && (
          <AnchorButton className="desktop-only" variant="outline" icon={ExternalLink} href={`/events/${id}`}>
            Open page
          </AnchorButton>
        )}
        {status === 'draft' && acts.includes('publish') && (
          <Button
            variant="primary"
            className={styles.publish}
            busy={publishing.busy ?? false}
            onClick={() => void publishing.publish()}
          >
            Publish
          </Button>
        )}
        {menu}
      </div>
    </header>
  )
}

function SaveStatus({ saving }: { saving: Saving }) {
  const zone = useReaderZone()
  const { state, savedAt, sentence, isClosed } = saving
  if (isClosed) return null
  return (
    <output className={styles.saveState} data-state={state}>
      {state === 'saved' && <Icon of={Check} className={styles.saved} />}
      {state === 'saving' && <Icon of={LoaderCircle} className={styles.saving} />}
      {state === 'retrying' && <Icon of={CloudOff} className={styles.warning} />}
      {(state === 'refused' || state === 'conflict') && (
        <Icon of={TriangleAlert} className={styles.warning} />
      )}
      <span>
        {describeState(state, zone === undefined ? undefined : formatClock(savedAt, zone), sentence)}
      </span>
    </output>
  )
}

function describeState(
  state: Saving['state'],
  clock: string | undefined,
  sentence: string | undefined,
): string {
  if (state === 'saving') return 'Saving'
  if (state === 'retrying') return 'Not saved yet. Trying again.'
  if (state === 'conflict') return 'Not saved: the event was changed elsewhere.'
  if (state === 'refused') return sentence ?? 'Not saved yet. Check the marked fields.'
  return clock === undefined ? 'Saved' : `Saved at ${clock}`
}
