import { formatEuro, formatQuantity, type PriceGroup } from '@/lib/price-list/rules'

/** One group of the price list, as a board behind the bar. */
export function PriceTable({ group }: { group: PriceGroup }) {
  return (
    <table className="price-board">
      <caption>{group.tag}</caption>
      <thead>
        <tr>
          <th scope="col">Naziv</th>
          <th scope="col">Količina</th>
          <th scope="col">Cijena</th>
        </tr>
      </thead>
      <tbody>
        {group.items.map((item) => (
          <tr key={item.id}>
            <th scope="row">{item.name}</th>
            <td>{formatQuantity(item)}</td>
            <td>{formatEuro(item.priceEUR)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
