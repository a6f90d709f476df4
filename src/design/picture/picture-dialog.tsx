import { TriangleAlert, ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Blocks } from '../blocks'
import { Button } from '../button'
import { Dialog } from '../dialog'
import { Note } from '../note'
import { type Area, type Turn, toUprightArea } from '~/lib/picture-crop'
import { FileInput } from './file-input'
import { type Choice, PictureCropper, type PictureFrame } from './picture-cropper'
import { type Picture, formatFileSize } from './picture-file'
import { useFilePaste } from './use-file-paste'
import type { OpenedPicture } from './use-opened-picture'
import { type UploadPicture, useUpload } from './use-upload'
import { classNames } from '../class-names'
import styles from './picture-dialog.module.css'
import { Icon } from '../icon'

type PictureChooserProps = {
  frame: PictureFrame
  problem: string | undefined
  isOpening: boolean
  onFile: (file: File) => void
}

type PictureDialogProps<Result> = {
  title: string
  frame: PictureFrame
  opened: OpenedPicture
  onClose: () => void
  upload: UploadPicture<Result>
  onUploaded: (result: Result) => void
  onRemove?: (() => void) | undefined
  /** Previews the crop as it will appear; `area` is in percent of the rotated picture. */
  preview?: ((picture: Picture, turn: Turn, area: Area | undefined) => ReactNode) | undefined
}

const whole: Choice = { turn: 0, percent: undefined, pixels: undefined }
const BLOCKS = 32

/** Choose, crop and upload a picture. A failure keeps the crop, and the same button retries. */
export function PictureDialog<Result>(props: PictureDialogProps<Result>) {
  const { title, frame, opened, onClose, upload, onUploaded, onRemove, preview } = props
  const { picture, problem, isOpening, open } = opened
  const [chosen, setChosen] = useState({ url: picture?.url, choice: whole })
  const choice = chosen.url === picture?.url ? chosen.choice : whole
  const { share, failure, start, stop, forget } = useUpload(upload, onUploaded)
  const input = useRef<HTMLInputElement>(null)
  const isSending = share !== undefined
  const percent = Math.floor((share ?? 0) * 100)

  function openFile(file: File): void {
    if (isSending) return
    forget()
    void open(file)
  }
  useFilePaste(openFile)

  // Stop the event here: React bubbles dialog events to the surrounding avatar, which would open the picture again.
  function openDroppedFile(event: DragEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const [file] = event.dataTransfer.files
    if (file) openFile(file)
  }

  function uploadCrop(): void {
    if (!picture) return
    const { turn, pixels } = choice
    start(picture.file, pixels && toUprightArea(pixels, turn, picture), turn)
  }

  function cancelAndClose(): void {
    stop()
    onClose()
  }

  const change = (part: Partial<Choice>) =>
    setChosen((current) => ({
      url: picture?.url,
      choice: { ...(current.url === picture?.url ? current.choice : whole), ...part },
    }))

  return (
    <span onDragOver={allowDrop} onDrop={openDroppedFile}>
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && cancelAndClose()}
        title={title}
        className={styles.dialog}
        actions={
          <>
            {picture ? (
              <Button
                className={styles.first}
                variant="ghost"
                aria-disabled={isSending}
                onClick={() => input.current?.click()}
              >
                Choose another
              </Button>
            ) : (
              onRemove && (
                <Button className={styles.first} variant="ghost" onClick={onRemove}>
                  Remove picture
                </Button>
              )
            )}
            <Button onClick={isSending ? stop : cancelAndClose}>Cancel</Button>
            {picture && (
              <Button variant="primary" busy={isSending ? 'Sending' : false} onClick={uploadCrop}>
                {failure ? 'Try again' : 'Use this'}
              </Button>
            )}
          </>
        }
      >
        {picture ? (
          <>
            <FileInput label="Picture file" input={input} onFile={openFile} />
            <PictureCropper
              frame={frame}
              key={picture.url}
              picture={picture}
              choice={choice}
              onChange={change}
              isOff={isSending}
            />
            <div className={classNames('row', styles.sent)}>
              {preview?.(picture, choice.turn, choice.percent)}
              <div>
                <p className="row between small">
                  <span className={styles.name}>
                    {picture.file.name}, {formatFileSize(picture.file.size)}
                  </span>
                  {isSending && <b className="bold">{percent < 100 ? `${percent}%` : 'Saving'}</b>}
                </p>
                <Blocks
                  filled={(share ?? 0) * BLOCKS}
                  total={BLOCKS}
                  color="var(--chart-1)"
                  label={isSending ? `${percent}% sent` : 'Not sent yet'}
                />
              </div>
            </div>
            {(problem ?? failure) && (
              <Note tone="red" icon={TriangleAlert} role="alert">
                {problem ?? failure}
              </Note>
            )}
          </>
        ) : (
          <PictureChooser frame={frame} problem={problem} isOpening={isOpening} onFile={openFile} />
        )}
      </Dialog>
    </span>
  )
}

/** Without this, the browser would navigate to the dropped file. */
function allowDrop(event: DragEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Shown before a picture is chosen: the whole frame opens the file picker and accepts drops. */
function PictureChooser({ frame, problem, isOpening, onFile }: PictureChooserProps) {
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput label="Picture file" input={input} onFile={onFile} />
      <button
        type="button"
        className={classNames(styles.crop, styles.pick, frame.isRound && styles.round, isOver && styles.over)}
        aria-busy={isOpening}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        // The dialog handles the drop.
        onDrop={() => setIsOver(false)}
      >
        <span className={styles.rim} aria-hidden="true" />
        <span className={styles.invitation}>
          <Icon of={ImageUp} />
          <b className="title-3">Choose a picture</b>
          <span className="small muted">or drop one here, or paste it</span>
          <span className="small faint">JPEG, PNG, WebP or AVIF, up to 10 MB</span>
        </span>
      </button>
      {problem && (
        <p className="field-error" role="alert">
          <Icon of={TriangleAlert} />
          {problem}
        </p>
      )}
    </>
  )
}
