import { readEquipment } from '../rules/equipment'

export function DjEquipment({ equipment }: { equipment: readonly string[] }) {
  if (equipment.length === 0) return null
  return (
    <section>
      <h2 className="t2">Equipment</h2>
      <ul className="rig">
        {equipment.map((line) => {
          const { count, what } = readEquipment(line)
          return (
            <li key={line}>
              {count && <b>{count}</b>}
              <span>{what}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
