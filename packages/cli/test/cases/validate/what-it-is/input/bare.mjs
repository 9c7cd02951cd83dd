export const MILLS = ['north', 'south'];
export const millOf = (place) => MILLS.indexOf(place);
