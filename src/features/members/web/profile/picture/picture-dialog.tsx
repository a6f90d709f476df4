import { TriangleAlert } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Blocks } from '~/design/blocks'
import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import { Note } from '~/design/note'
import { uprightSquare } from '../../../rules/avatar-crop'
import { FileInput } from './file-input'
import { PictureChooser } from './picture-chooser'
import { type Choice, PictureCropper } from './picture-cropper'
import { sizeWords } from './picture-file'
import { PicturePreview } from './picture-preview'
import { useFilePaste } from './use-file-paste'
import type { OpenedPicture } from './use-opened-picture'
import { useUpload } from './use-upload'

type PictureDialogProps = {
  opened: OpenedPicture
  onClose: () => void
  onUploaded: (avatarUrl: string) => void
  /** Undefined when there is no picture to remove. */
  onRemove: (() => void) | undefined
}

const whole: Choice = { turn: 0, percent: undefined, pixels: undefined }
const BLOCKS = 32

/** Choose, crop, send. Nothing is lost by a failure: the crop stays and the same press tries again. */
export default function PictureDialog({ opened, onClose, onUploaded, onRemove }: PictureDialogProps) {
  const { picture, problem, isOpening, open } = opened
  const [chosen, setChosen] = useState({ url: picture?.url, choice: whole })
  const choice = chosen.url === picture?.url ? chosen.choice : whole
  const { share, failure, start, stop, forget } = useUpload(onUploaded)
  const input = useRef<HTMLInputElement>(null)
  const isSending = share !== undefined
  const percent = Math.floor((share ?? 0) * 100)

  function take(file: File): void {
    if (isSending) return
    forget()
    void open(file)
  }
  useFilePaste(take)

  // Not on to the disc behind: React hands events of a dialog to whatever holds it, and it would open the picture once more.
  function drop(event: DragEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const [file] = event.dataTransfer.files
    if (file) take(file)
  }

  function send(): void {
    if (!picture) return
    const { turn, pixels } = choice
    const square = pixels && uprightSquare({ x: pixels.x, y: pixels.y, size: pixels.width }, turn, picture)
    start(picture.file, square, turn)
  }

  function close(): void {
    stop()
    onClose()
  }

  const change = (part: Partial<Choice>) =>
    setChosen((current) => ({
      url: picture?.url,
      choice: { ...(current.url === picture?.url ? current.choice : whole), ...part },
    }))

  return (
    <span onDragOver={allow} onDrop={drop}>
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && close()}
        title="Your picture"
        className="picd"
        actions={
          <>
            {picture ? (
              <Button
                className="first"
                variant="ghost"
                aria-disabled={isSending}
                onClick={() => input.current?.click()}
              >
                Other picture
              </Button>
            ) : (
              onRemove && (
                <Button className="first" variant="ghost" onClick={onRemove}>
                  Remove picture
                </Button>
              )
            )}
            <Button onClick={isSending ? stop : close}>Cancel</Button>
            {picture && (
              <Button variant="primary" busy={isSending ? 'Sending' : false} onClick={send}>
                {failure ? 'Try again' : 'Use this'}
              </Button>
            )}
          </>
        }
      >
        {picture ? (
          <>
            <FileInput label="Picture file" input={input} onFile={take} />
            <PictureCropper
              key={picture.url}
              picture={picture}
              choice={choice}
              onChange={change}
              isOff={isSending}
            />
            <div className="row sent">
              <PicturePreview picture={picture} turn={choice.turn} area={choice.percent} />
              <div>
                <p className="row between small">
                  <span className="name">
                    {picture.file.name}, {sizeWords(picture.file.size)}
                  </span>
                  {isSending && <b className="b num">{percent < 100 ? `${percent}%` : 'Saving'}</b>}
                </p>
                <Blocks
                  filled={(share ?? 0) * BLOCKS}
                  total={BLOCKS}
                  colour="var(--chart-1)"
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
          <PictureChooser problem={problem} isOpening={isOpening} onFile={take} />
        )}
      </Dialog>
    </span>
  )
}

/** Without it the browser would leave the page for the file. */
function allow(event: DragEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
