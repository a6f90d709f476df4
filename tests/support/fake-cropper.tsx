import { useEffect, useEffectEvent } from 'react'
import type { Area } from 'react-easy-crop'

type CropperProps = { rotation: number; onCropAreaChange: (percent: Area, pixels: Area) => void }

/** Replaces the cropping library, which needs a layout that jsdom lacks. Always selects the same square. */
export function FakeCropper({ rotation, onCropAreaChange }: CropperProps) {
  const choose = useEffectEvent(onCropAreaChange)
  useEffect(() => {
    choose({ x: 10, y: 10, width: 50, height: 50 }, { x: 100, y: 50, width: 300, height: 300 })
  }, [])
  return <p>turned by {rotation}</p>
}
