'use client'

import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { RangeField } from '@/components/ui/range-field'
import type { Area, OpenPicture } from './picture'
import { useObjectUrl } from './use-picture'

interface Props {
  picture: OpenPicture
  /** Aspect ratio of the card: width divided by height. */
  ratio: number
  /**
   * Whether the picture may be smaller than its card. True for a logo, which may have space around
   * it; false for a photograph.
   */
  mayShrink: boolean
  /** Rotates the picture by 90 degrees clockwise. */
  onRotate: () => Promise<void>
  onCrop: (area: Area) => Promise<void>
  onClose: () => void
}

const MAX_ZOOM = 4
const START = { x: 0, y: 0 }

/**
 * Dialog that selects the part of a picture that its card shows, by drag, pinch, wheel or arrow
 * keys.
 */
export function CropDialog({ picture, ratio, mayShrink, onRotate, onCrop, onClose }: Props) {
  const [crop, setCrop] = useState(START)
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [isBusy, setBusy] = useState(false)
  const url = useObjectUrl(picture.shown)

  async function rotate() {
    await onRotate()
    setCrop(START)
    setZoom(1)
  }

  async function apply() {
    if (!area) return
    setBusy(true)
    await onCrop(area)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Obreži fotografiju"
      footer={
        <>
          <Button onClick={onClose}>Odustani</Button>
          <Button look="primary" pending={isBusy} disabled={!area} onClick={apply}>
            Primijeni
          </Button>
        </>
      }
    >
      <div className="relative h-[min(50dvh,24rem)] overflow-hidden rounded-md bg-ink-2">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={ratio}
          minZoom={mayShrink ? 0.4 : 1}
          maxZoom={MAX_ZOOM}
          restrictPosition={!mayShrink}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          cropperProps={{
            role: 'application',
            'aria-label': 'Izrez fotografije. Strelice pomiču fotografiju.',
          }}
        />
      </div>
      <div className="mt-4 flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <RangeField
            label="Povećanje"
            labelClass="block text-sm font-semibold"
            min={mayShrink ? 0.4 : 1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            onChange={setZoom}
            className="h-11 w-full accent-accent"
          />
        </div>
        <Button onClick={rotate}>
          <RotateCw aria-hidden="true" className="size-5" />
          Okreni
        </Button>
      </div>
      <p className="mt-2 text-sm text-muted">
        Pomičite povlačenjem ili strelicama, povećajte prstima ili kotačićem.
      </p>
    </Dialog>
  )
}
