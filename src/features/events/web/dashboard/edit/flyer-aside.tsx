import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Flyer } from '~/design/flyer/flyer'
import { getPaperStock } from '~/design/flyer/paper-stocks'
import { usePictureDialog } from '~/design/picture/use-picture-dialog'
import { SegmentedControl } from '~/design/segmented-control'
import { notify } from '~/design/toast'
import { getErrorMessage, offlineSentence } from '~/platform/rpc/errors'
import { formatEventType } from '../../../rules/event-type'
import { formatVenue } from '../../format-start-and-venue'
import { events } from '../../queries'
import { formatFlyerDate } from '../format-dates'
import type { EventEditor } from './use-event-editor'
import styles from './flyer-aside.module.css'

const loadDialog = () => import('./flyer-dialog')

type FlyerAsideProps = {
  editor: EventEditor
  eventId: string
  imageUrl: string | null
  isFixed: boolean
  /** Prices and stock, provided by another feature. */
  facts?: ReactNode
}

/** The flyer, updated while the organizer types, and the choice between drawing and picture. */
export function FlyerAside({ editor, eventId, imageUrl, isFixed, facts }: FlyerAsideProps) {
  const { values } = editor
  const [isConfirming, setIsConfirming] = useState(false)
  const { opened, open, close, part: dialog } = usePictureDialog(loadDialog, offlineSentence)
  const title = values.title.trim() || 'Untitled'
  const stock = getPaperStock(title)
  const removing = useMutation({
    mutationFn: () => editor.act(() => events.dashboard.removeImage.call({ id: eventId })),
    onSuccess: () => notify.success('Picture removed. The flyer is drawn from the title.'),
    onError: (error) => notify.error(getErrorMessage(error)),
    onSettled: () => setIsConfirming(false),
  })

  return (
    <aside className={styles.aside} aria-label="Flyer preview">
      <div className={styles.flyer}>
        <Flyer title={title} imageUrl={imageUrl} {...toMeta(editor)} eager />
      </div>
      <div className={classNames('sheet', `stock-${stock}`, styles.facts)}>
        <p className="row between">
          <b className="bold">{formatVenue(values) || 'No venue yet'}</b>
          <Badge>{formatEventType(values.eventType)}</Badge>
        </p>
        {facts}
      </div>
      {!isFixed && (
        <SegmentedControl
          full
          label="Picture"
          value={imageUrl === null ? 'drawn' : 'uploaded'}
          options={[
            { value: 'drawn', label: 'Drawn' },
            { value: 'uploaded', label: 'Uploaded' },
          ]}
          onValueChange={(value) => (value === 'drawn' ? setIsConfirming(true) : open())}
        />
      )}
      <p className="small faint">
        {imageUrl === null ? (
          `Drawn from the title.${isFixed ? '' : ' Change a word and it’s a new flyer.'}`
        ) : (
          <>
            Your own picture, 4:5.{' '}
            {!isFixed && (
              <button type="button" className="link" onClick={open}>
                Change picture
              </button>
            )}
          </>
        )}
      </p>
      {dialog && (
        <dialog.default
          eventId={eventId}
          editor={editor}
          opened={opened}
          onClose={close}
          onSaved={() => {
            close()
            notify.success('Picture saved')
          }}
        />
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Draw the flyer again?"
        description="The uploaded picture is deleted. The flyer is drawn from the title."
        confirmLabel="Remove picture"
        busy={removing.isPending ? 'Removing' : false}
        onConfirm={() => removing.mutate()}
      />
    </aside>
  )
}

function toMeta({ values }: EventEditor) {
  const meta = formatFlyerDate(values.date, values.startClock)
  return meta ? { meta } : {}
}
