export const main = {
    namespace: 'kiosk',
    name: 'Prices',
    version: '3.2.0',
    routes: {}
}
