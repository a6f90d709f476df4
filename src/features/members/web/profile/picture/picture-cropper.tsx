import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { IconButton } from '~/design/icon-button'
import type { Turn } from '../../../rules/avatar-crop'
import type { Picture } from './picture-file'

export type Choice = { turn: Turn; percent: Area | undefined; pixels: Area | undefined }

type PictureCropperProps = {
  picture: Picture
  choice: Choice
  onChange: (part: Partial<Choice>) => void
  isOff: boolean
}

const CLOSEST = 4
const STEP = 0.2
/** Between the circle and the edges of the square, in px at the default text size. */
const MARGIN = 20

/** A round view of the picture: moved by dragging or the arrow keys, zoomed, and turned by quarters. */
export function PictureCropper({ picture, choice, onChange, isOff }: PictureCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const { box, side } = useSide()
  const zoomTo = (next: number) => setZoom(Math.min(CLOSEST, Math.max(1, next)))

  function zoomByKey(event: KeyboardEvent): void {
    if (event.key === '+' || event.key === '=') zoomTo(zoom + STEP)
    else if (event.key === '-') zoomTo(zoom - STEP)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="crop" ref={box} inert={isOff}>
        {side !== undefined && (
          <Cropper
            image={picture.url}
            crop={crop}
            zoom={zoom}
            rotation={choice.turn}
            aspect={1}
            cropShape="round"
            cropSize={{ width: side, height: side }}
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
            classes={{ cropAreaClassName: 'rg' }}
          />
        )}
      </div>
      <div className="row zoom" inert={isOff}>
        <IconButton
          icon={ZoomOut}
          label="Smaller"
          tooltip={false}
          aria-disabled={zoom <= 1}
          onClick={() => zoomTo(zoom - STEP)}
        />
        <input
          type="range"
          className="rng"
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
          aria-disabled={zoom >= CLOSEST}
          onClick={() => zoomTo(zoom + STEP)}
        />
        <IconButton
          icon={RotateCw}
          label="Turn"
          tooltip={false}
          onClick={() => onChange({ turn: quarterAfter(choice.turn) })}
        />
      </div>
    </>
  )
}

function quarterAfter(turn: Turn): Turn {
  return turn === 0 ? 90 : turn === 90 ? 180 : turn === 180 ? 270 : 0
}

/** The circle's diameter, from the width that the dialog has. */
function useSide() {
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
