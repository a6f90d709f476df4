import { ImageUp, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { classNames } from '../class-names'
import { Icon } from '../icon'
import { FileInput } from './file-input'
import type { PictureFrame } from './picture-cropper'
import styles from './picture-dialog.module.css'

type PictureChooserProps = {
  frame: PictureFrame
  problem: string | undefined
  isOpening: boolean
  onFile: (file: File) => void
}

/** Shown before a picture is chosen: the whole frame opens the file picker and accepts drops. */
export function PictureChooser({ frame, problem, isOpening, onFile }: PictureChooserProps) {
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
