import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { classNames } from '../class-names'
import { IconButton } from '../icon-button'
import type { Turn } from '~/lib/picture-crop'
import type { Picture } from './picture-file'
import styles from './picture-dialog.module.css'

/** Shape of the crop; width to height. */
export type PictureFrame = { ratio: number; isRound: boolean }
export type Choice = { turn: Turn; percent: Area | undefined; pixels: Area | undefined }

type PictureCropperProps = {
  frame: PictureFrame
  picture: Picture
  choice: Choice
  onChange: (part: Partial<Choice>) => void
  isOff: boolean
}

const CLOSEST = 4
const STEP = 0.2
/** Distance between the crop frame and the edge of the square around it, in px at the default text size. */
const MARGIN = 20

/** Crops a picture: drag or use the arrow keys to move, zoom, and rotate by quarter turns. */
export function PictureCropper({ frame, picture, choice, onChange, isOff }: PictureCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const { box, side } = useCropFrameSide()
  const zoomTo = (next: number) => setZoom(Math.min(CLOSEST, Math.max(1, next)))

  function zoomByKey(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') zoomTo(zoom + STEP)
    else if (event.key === '-') zoomTo(zoom - STEP)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.crop} ref={box} inert={isOff}>
        {side !== undefined && (
          <Cropper
            image={picture.url}
            crop={crop}
            zoom={zoom}
            rotation={choice.turn}
            aspect={frame.ratio}
            cropShape={frame.isRound ? 'round' : 'rect'}
            cropSize={fitInSquare(side, frame.ratio)}
            objectFit="cover"
            showGrid={false}
            maxZoom={CLOSEST}
            keyboardStep={8}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={zoomTo}
            onCropAreaChange={(percent, pixels) => onChange({ percent, pixels })}
            cropperProps={{
              role: 'application',
              'aria-label': 'Move with the arrow keys, zoom with plus and minus',
              onKeyDown: zoomByKey,
            }}
            classes={{ cropAreaClassName: styles.region ?? '' }}
          />
        )}
      </div>
      <div className={classNames('row', styles.zoom)} inert={isOff}>
        <IconButton
          icon={ZoomOut}
          label="Smaller"
          tooltip={false}
          className={styles.zoomButton}
          aria-disabled={zoom <= 1}
          onClick={() => zoomTo(zoom - STEP)}
        />
        <input
          type="range"
          className={styles.range}
          aria-label="Zoom"
          aria-valuetext={`${zoom.toFixed(1)} times`}
          min={1}
          max={CLOSEST}
          step={0.01}
          value={zoom}
          onChange={({ target }) => zoomTo(Number(target.value))}
        />
        <IconButton
          icon={ZoomIn}
          label="Larger"
          tooltip={false}
          className={styles.zoomButton}
          aria-disabled={zoom >= CLOSEST}
          onClick={() => zoomTo(zoom + STEP)}
        />
        <IconButton
          icon={RotateCw}
          label="Turn"
          tooltip={false}
          onClick={() => onChange({ turn: addQuarterTurn(choice.turn) })}
        />
      </div>
    </>
  )
}

function addQuarterTurn(turn: Turn): Turn {
  return turn === 0 ? 90 : turn === 90 ? 180 : turn === 180 ? 270 : 0
}

function fitInSquare(side: number, ratio: number) {
  return ratio <= 1 ? { width: side * ratio, height: side } : { width: side, height: side / ratio }
}

/** Measures the dialog and returns the longer side of the crop frame. */
function useCropFrameSide() {
  const box = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<number>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setSide(Math.max(120, element.clientWidth - 2 * MARGIN))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, side }
}
