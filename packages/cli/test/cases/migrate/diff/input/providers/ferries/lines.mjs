const schema = {
    namespace: "ferries",
    name: "Ferry lines",
    description: "Lines and their harbours.",
    flowMCP: "1.2.0",
    root: "https://ferries.example",
    routes: {
        getLines: {
            requestMethod: "get",
            route: "/lines",
            description: "All lines.",
            parameters: [],
            modifiers: []
        },
        getHarbours: {
            requestMethod: "GET",
            route: "/harbours",
            description: "All harbours.",
            parameters: [],
            modifiers: [ { phase: "post", handlerName: "sortHarbours" } ]
        }
    },
    handlers: {
        sortHarbours: async ( { struct, payload } ) => ( { struct, payload } )
    }
};


export { schema };
